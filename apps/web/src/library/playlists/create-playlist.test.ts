import { IDEMPOTENCY_HEADER, createPlaylist as operation } from '@refrain/contract/library/playlists'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { beginSession, clearSession } from '../../account/session.ts'
import { queryClient } from '../../api/query-client.ts'
import { mockAccounts } from '../../testing/mock-accounts.ts'
import { makePlaylist } from '../../testing/mock-library.ts'
import { createPlaylist } from './create-playlist.ts'
import { playlistsQuery } from './playlists-query.ts'

vi.mock('../../listening/engine/player.ts')

let keys: (string | null)[]

/** @param answers responses to consecutive tries; null: no response */
function answerInTurn(...answers: (Response | null)[]): void {
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url !== operation.path) return fetch(url, init)
    keys.push(new Headers(init.headers).get(IDEMPOTENCY_HEADER))
    const answer = answers.shift()
    if (!answer) throw new TypeError('Failed to fetch')
    return answer
  })
}
const made = () => new Response(JSON.stringify(makePlaylist('p1')))

beforeEach(async () => {
  keys = []
  await mockAccounts().signIn()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

it('retries with the same idempotency key (PROP-24, API-47)', async () => {
  answerInTurn(null, new Response('{}', { status: 503 }), made(), made())
  const first = createPlaylist()
  await vi.advanceTimersByTimeAsync(10_000)
  expect((await first).id).toBe('p1')
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  await createPlaylist()
  expect(new Set(keys).size).toBe(2)
})

it('does not retry if the server refuses', async () => {
  answerInTurn(new Response('{"error":"too many"}', { status: 409 }))
  await expect(createPlaylist()).rejects.toThrow('409')
  expect(keys).toHaveLength(1)
})

async function changeListener(): Promise<void> {
  clearSession()
  await beginSession('bob')
  queryClient.setQueryData(playlistsQuery('bob').queryKey, [])
}

it('is not shown to somebody else who has signed in meanwhile (PROP-24)', async () => {
  answerInTurn(made())
  const { fetch } = globalThis
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const answer = await fetch(url, init)
    if (url === operation.path) await promise
    return answer
  })
  const first = createPlaylist()
  await vi.advanceTimersByTimeAsync(0)
  expect(keys).toHaveLength(1)
  await changeListener()
  resolve()
  await first
  expect(queryClient.getQueryData(playlistsQuery('bob').queryKey)).toEqual([])
  expect(queryClient.getQueryData(playlistsQuery('ada').queryKey)).toBeUndefined()
})

it('is not retried for somebody else who has signed in meanwhile (PROP-24)', async () => {
  answerInTurn(null, made())
  const first = createPlaylist().catch(error => error)
  await vi.advanceTimersByTimeAsync(0)
  await changeListener()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await first).toBeInstanceOf(TypeError)
  expect(keys).toHaveLength(1)
})
