import { fetchAlbum, fetchPopularAlbums } from '@refrain/contract/catalogue/albums'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { call } from './call.ts'
import { CallError } from './send.ts'

afterEach(() => vi.unstubAllGlobals())

const answering = (status: number, body: unknown) => {
  const fetch = vi.fn(async () => new Response(JSON.stringify(body), { status }))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

describe('call', () => {
  it('returns the body', async () => {
    answering(200, [])
    expect(await call(fetchPopularAlbums, {})).toEqual([])
  })

  it('throws the message of the error page, not the error text of the response (PROP-37, ERR-20)', async () => {
    answering(404, { error: 'inner words' })
    const error = await call(fetchAlbum, { id: 'x' }).catch(thrown => thrown)
    expect(error).toBeInstanceOf(CallError)
    expect(error).toMatchObject({ status: 404, message: '404 Not Found' })
  })
})
