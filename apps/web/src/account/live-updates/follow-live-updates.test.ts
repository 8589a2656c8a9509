import { TextDecoderStream, TransformStream } from 'node:stream/web'
import { TextEncoder } from 'node:util'
import { type LiveUpdate, listenToChanges } from '@refrain/contract/live-updates'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { tabId } from '../../api/tab-id.ts'
import { mockAccounts } from '../../testing/mock-accounts.ts'
import { rememberLogout } from '../pending-logout.ts'
import { beginSession, clearSession, ownKey } from '../session.ts'
import { followLiveUpdates } from './follow-live-updates.ts'
import { SILENCE_TIMEOUT_MS } from './read-live-updates.ts'

/** A connection that the page has opened. */
interface Stream {
  readonly headers: Record<string, string>
  readonly signal: AbortSignal
  say(change: LiveUpdate): void
  breathe(): void
  end(): void
}

let streams: Stream[]
/** Answered instead of a stream. */
let refusal: Response | undefined
let leaving: AbortController
let catalogueChanges: number

beforeEach(async () => {
  vi.useFakeTimers()
  localStorage.clear()
  mockAccounts()
  queryClient.clear()
  streams = []
  refusal = undefined
  leaving = new AbortController()
  catalogueChanges = 0
  // jsdom has none.
  vi.stubGlobal('TextDecoderStream', TextDecoderStream)
  const answer = fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url !== listenToChanges.path) return answer(url, init)
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    const write = (text: string) => void writer.write(new TextEncoder().encode(text)).catch(() => {})
    const signal = init.signal as AbortSignal
    signal.addEventListener('abort', () => void writer.abort(signal.reason).catch(() => {}))
    streams.push({
      headers: init.headers as Record<string, string>,
      signal,
      // In two chunks, as a network may split them.
      say(change) {
        const text = `data: ${JSON.stringify(change)}\n\n`
        write(text.slice(0, 9))
        write(text.slice(9))
      },
      breathe: () => write(':\n\n'),
      end: () => void writer.close().catch(() => {}),
    })
    if (refusal) return refusal
    write(':\n\n')
    return new Response(readable as unknown as BodyInit)
  })
  await beginSession('ada')
})
afterEach(() => {
  leaving.abort()
  clearSession()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const soon = () => vi.advanceTimersByTimeAsync(0)
async function begin(): Promise<void> {
  void followLiveUpdates('ada', leaving.signal, () => void catalogueChanges++)
  await soon()
  keep('likes', 'follows')
}
/** Caches data as if it had just been fetched. */
function keep(...kinds: LiveUpdate['kind'][]): void {
  for (const kind of kinds) queryClient.setQueryData(ownKey('ada', kind), [])
}
const isStale = (kind: LiveUpdate['kind']) => queryClient.getQueryState(ownKey('ada', kind))?.isInvalidated

it('sends the token but no tab id, and refetches what was changed elsewhere', async () => {
  await begin()
  expect(streams.map(({ headers }) => headers)).toEqual([{ 'auth-token': 'ada' }])
  streams[0]?.say({ kind: 'likes', tab: 'another' })
  await soon()
  expect([isStale('likes'), isStale('follows')]).toEqual([true, false])
})

it('ignores updates about its own changes', async () => {
  await begin()
  streams[0]?.say({ kind: 'likes', tab: tabId })
  streams[0]?.say({ kind: 'follows' })
  await soon()
  expect([isStale('likes'), isStale('follows')]).toEqual([false, true])
})

it('refetches everything after a reconnect', async () => {
  await begin()
  streams[0]?.end()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(streams).toHaveLength(2)
  expect([isStale('likes'), isStale('follows')]).toEqual([true, true])
})

it('passes on that the catalogue has changed, or may have while it did not listen', async () => {
  await begin()
  expect(catalogueChanges).toBe(1)
  streams[0]?.say({ kind: 'likes' })
  await soon()
  expect(catalogueChanges).toBe(1)
  streams[0]?.say({ kind: 'catalogue' })
  await soon()
  expect(catalogueChanges).toBe(2)
  streams[0]?.end()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(catalogueChanges).toBe(3)
})

it('closes a connection that is silent for two heartbeats', async () => {
  await begin()
  await vi.advanceTimersByTimeAsync(SILENCE_TIMEOUT_MS - 1_000)
  streams[0]?.breathe()
  await vi.advanceTimersByTimeAsync(SILENCE_TIMEOUT_MS - 1_000)
  expect(streams[0]?.signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(streams[0]?.signal.aborted).toBe(true)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(streams).toHaveLength(2)
})

it('reconnects with backoff, and at once when the browser comes online', async () => {
  refusal = new Response('{}', { status: 503 })
  await begin()
  await vi.advanceTimersByTimeAsync(120_000)
  const tried = streams.length
  expect(tried).toBeGreaterThan(5)
  expect(tried).toBeLessThan(16)
  dispatchEvent(new Event('online'))
  await soon()
  expect(streams).toHaveLength(tried + 1)
})

it('ends a session that the server rejects, and stops (PROP-08)', async () => {
  refusal = new Response('{}', { status: 401 })
  await begin()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(streams).toHaveLength(1)
  expect(localStorage.getItem('token')).toBeNull()
})

it('does not reconnect after a logout that is still pending', async () => {
  await begin()
  rememberLogout('ada')
  streams[0]?.end()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(streams).toHaveLength(1)
})

it('stops when the signal aborts, and does not start for an ended session', async () => {
  await begin()
  leaving.abort()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(streams[0]?.signal.aborted).toBe(true)
  await followLiveUpdates('grace', new AbortController().signal, () => {})
  expect(streams).toHaveLength(1)
})

it('listens only while visible if there are no locks', async () => {
  await begin()
  const sight = vi.spyOn(document, 'visibilityState', 'get')
  const show = async (state: DocumentVisibilityState) => {
    sight.mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
    await soon()
  }
  await show('hidden')
  expect(streams[0]?.signal.aborted).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(streams).toHaveLength(1)
  await show('visible')
  expect(streams).toHaveLength(2)
  expect([isStale('likes'), isStale('follows')]).toEqual([true, true])
})
