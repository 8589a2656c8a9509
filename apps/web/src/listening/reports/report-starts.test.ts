import { appendInterestedArtist, appendInterestedGenre } from '@refrain/contract/listening/interests'
import { recordPlayedTrack } from '@refrain/contract/listening/plays'
import type { PlayerTrack } from '@refrain/player/state/player-state'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearSession } from '../../account/session.ts'
import { queryClient } from '../../api/query-client.ts'
import { type AccountServer, mockAccounts } from '../../testing/mock-accounts.ts'
import { mockCall } from '../../testing/mock-calls.ts'
import { mockBroadcastChannel, openPlayer } from '../../testing/player-visit.ts'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { toPlayerTrack, toPlayingList } from '../engine/player-track.ts'
import { suggestionsQuery } from '../queue/suggestions-query.ts'
import { createStartReports, type StartReports } from './report-starts.ts'

const album = makeAlbum('al1', 4)
const [one, two, three, four] = makeTracks(album).map(track => toPlayerTrack({ ...track, genre: 'Dub' }))
const by = (track: PlayerTrack | undefined, artistId: string, genre: string): PlayerTrack => ({
  ...track!,
  artistId,
  genre,
})

let server: AccountServer
/** Reports the server received, in order. */
let sent: string[]
let isRejecting: boolean
/** Logs out while a call is in progress. */
let answerLeft: boolean
let logged: ReturnType<typeof vi.spyOn>
let reports: StartReports

const done = { success: true } as const
const take = (what: string) => {
  if (answerLeft) {
    clearSession()
    return new Response('{"error":"Sign in first."}', { status: 401 })
  }
  if (isRejecting) return new Response('{"error":"busy"}', { status: 503 })
  sent.push(what)
  return done
}

beforeEach(() => {
  sent = []
  isRejecting = false
  answerLeft = false
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  server = mockAccounts(
    mockCall(appendInterestedArtist, ({ id }) => take(`artist ${id}`)),
    mockCall(appendInterestedGenre, ({ genre }) => take(`genre ${genre}`)),
    mockCall(recordPlayedTrack, ({ trackId }) => take(`played ${trackId}`)),
  )
  reports = createStartReports()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Starts tracks in quick succession, then plays for a while. */
async function start(...tracks: readonly (PlayerTrack | undefined)[]): Promise<void> {
  for (const track of tracks) {
    reports.note(track!)
    await vi.advanceTimersByTimeAsync(500)
  }
  await vi.advanceTimersByTimeAsync(10_000)
}

it('reports the artist, genre and play of a started track (PROP-10, PROP-20, API-45, API-46)', async () => {
  await server.signIn()
  await start(one)
  expect(sent).toEqual(['artist ar1', 'genre Dub', 'played al1-1'])
})

it('refetches suggestions after an interest was reported', async () => {
  await server.signIn()
  const { queryKey } = suggestionsQuery('ada')
  queryClient.setQueryData(queryKey, [])
  reports.note(one!)
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(false)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
})

it('does not repeat the latest artist or genre until another came between (PROP-20)', async () => {
  await server.signIn()
  await start(one)
  sent = []
  await start(two)
  await start(one)
  expect(sent).toEqual(['played al1-2'])
  sent = []
  await start(by(three, 'ar2', 'House'))
  await start(four)
  expect(sent).toEqual([
    'artist ar2',
    'genre House',
    'played al1-3',
    'artist ar1',
    'genre Dub',
    'played al1-4',
  ])
})

it('reports no artist or genre of skipped tracks, and debounces reports (PROP-20)', async () => {
  await server.signIn()
  const skipped = Array.from({ length: 10 }, (_, n) => by({ ...one!, id: `t${n}` }, `ar${n}`, `Genre ${n}`))
  for (const track of skipped) reports.note(track)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent.filter(what => !what.startsWith('played'))).toEqual(['artist ar9', 'genre Genre 9'])
  expect(sent.filter(what => what.startsWith('played'))).toHaveLength(10)
})

it('reports no genre for a track without one (PROP-20)', async () => {
  await server.signIn()
  await start(by(one, 'ar1', ''))
  expect(sent).toEqual(['artist ar1', 'played al1-1'])
})

it('reports nothing for guests, even after they sign in (PROP-20, PROP-10)', async () => {
  await start(one)
  await server.signIn()
  await start()
  expect([sent, logged.mock.calls]).toEqual([[], []])
})

it('logs a rejected report to the console and retries with the next start (ERR-14)', async () => {
  await server.signIn()
  isRejecting = true
  await start(one)
  expect(new Set(logged.mock.calls.flat())).toEqual(new Set(['Failed to update interests']))
  isRejecting = false
  await start(one)
  expect(sent).toEqual(['artist ar1', 'genre Dub', 'played al1-1'])
})

it('drops pending reports on logout and starts afresh for the next listener (PROP-49)', async () => {
  await server.signIn()
  await start(one)
  reports.note(by(two, 'ar2', 'House'))
  clearSession()
  reports.forget()
  await server.signIn()
  sent = []
  await start(three)
  expect(sent).toEqual(['artist ar1', 'genre Dub', 'played al1-3'])
})

it('does not log reports that were rejected because of a logout (PROP-08)', async () => {
  await server.signIn()
  answerLeft = true
  await start(one)
  expect([sent, logged.mock.calls]).toEqual([[], []])
})

it('reports a track when the player starts it (PROP-10, PROP-20)', async () => {
  localStorage.clear()
  mockBroadcastChannel()
  await server.signIn()
  const { player, output } = openPlayer()
  player.playAlbum(toPlayingList(album, makeTracks(album)), 'al1-2')
  output.events.emit({ type: 'playing' })
  // The reporting code is loaded on the first action.
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toEqual(['artist ar1', 'played al1-2'])
})
