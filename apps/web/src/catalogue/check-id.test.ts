import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import {
  albumQuery,
  albumTracksQuery,
  artistAlbumsQuery,
  artistQuery,
  artistTracksQuery,
} from './catalogue-queries.ts'
import { genreQuery } from './genres/genre-queries.ts'
import { trackQuery } from './track-query.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it.each(['a b', '\0', 'ä', '', 'x'.repeat(65)])('rejects the id %j with 404 (PROP-37)', async id => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const fetch = vi.fn()
  vi.stubGlobal('fetch', fetch)
  const client = new QueryClient()
  const options = { retry: false } as const
  const missing = { message: '404 Not Found' }
  await expect(client.fetchQuery({ ...artistQuery(id), ...options })).rejects.toMatchObject(missing)
  await expect(client.fetchQuery({ ...artistTracksQuery(id), ...options })).rejects.toMatchObject(missing)
  await expect(client.fetchQuery({ ...artistAlbumsQuery(id), ...options })).rejects.toMatchObject(missing)
  await expect(client.fetchQuery({ ...albumQuery(id), ...options })).rejects.toMatchObject(missing)
  await expect(client.fetchQuery({ ...albumTracksQuery(id), ...options })).rejects.toMatchObject(missing)
  await expect(client.fetchQuery({ ...genreQuery(id), ...options })).rejects.toMatchObject(missing)
  await expect(client.fetchQuery({ ...trackQuery(id), ...options })).rejects.toMatchObject(missing)
  expect(fetch).not.toHaveBeenCalled()
})
