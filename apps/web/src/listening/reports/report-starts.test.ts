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
/** What the service was told, in order. */
let told: string[]
let refused: boolean
/** The listener logs out while a call is under way. */
let answerLeft: boolean
let said: ReturnType<typeof vi.spyOn>
let reports: StartReports

const done = { success: true } as const
const take = (what: string) => {
  if (answerLeft) {
    clearSession()
    return new Response('{"error":"Sign in first."}', { status: 401 })
  }
  if (refused) return new Response('{"error":"busy"}', { status: 503 })
  told.push(what)
  return done
}

beforeEach(() => {
  told = []
  refused = false
  answerLeft = false
  said = vi.spyOn(console, 'error').mockImplementation(() => {})
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

/** Starts tracks in quick succession, then listens for a while. */
async function start(...tracks: readonly (PlayerTrack | undefined)[]): Promise<void> {
  for (const track of tracks) {
    reports.note(track!)
    await vi.advanceTimersByTimeAsync(500)
  }
  await vi.advanceTimersByTimeAsync(10_000)
}

it('a started track tells its artist and genre, and that it was played (PROP-10, PROP-20, API-45, API-46)', async () => {
  await server.signIn()
  await start(one)
  expect(told).toEqual(['artist ar1', 'genre Dub', 'played al1-1'])
})

it('has suggestions fetched again once the service knows of an interest', async () => {
  await server.signIn()
  const { queryKey } = suggestionsQuery('ada')
  queryClient.setQueryData(queryKey, [])
  reports.note(one!)
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(false)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
})

it('what is the latest already is not told again; what comes back is (PROP-20)', async () => {
  await server.signIn()
  await start(one)
  told = []
  await start(two)
  await start(one)
  expect(told).toEqual(['played al1-2'])
  told = []
  await start(by(three, 'ar2', 'House'))
  await start(four)
  expect(told).toEqual([
    'artist ar2',
    'genre House',
    'played al1-3',
    'artist ar1',
    'genre Dub',
    'played al1-4',
  ])
})

it('of tracks that are skipped no artist or genre is told, and nothing before it is quiet (PROP-20)', async () => {
  await server.signIn()
  const skipped = Array.from({ length: 10 }, (_, n) => by({ ...one!, id: `t${n}` }, `ar${n}`, `Genre ${n}`))
  for (const track of skipped) reports.note(track)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(told).toEqual([])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(told.filter(what => !what.startsWith('played'))).toEqual(['artist ar9', 'genre Genre 9'])
  expect(told.filter(what => what.startsWith('played'))).toHaveLength(10)
})

it('a track without a genre tells none (PROP-20)', async () => {
  await server.signIn()
  await start(by(one, 'ar1', ''))
  expect(told).toEqual(['artist ar1', 'played al1-1'])
})

it('guests tell nothing, also not once they have signed in (PROP-20, PROP-10)', async () => {
  await start(one)
  await server.signIn()
  await start()
  expect([told, said.mock.calls]).toEqual([[], []])
})

it('what is refused is told to the console alone, and told with the next start (ERR-14)', async () => {
  await server.signIn()
  refused = true
  await start(one)
  expect(new Set(said.mock.calls.flat())).toEqual(new Set(['Failed to update interests']))
  refused = false
  await start(one)
  expect(told).toEqual(['artist ar1', 'genre Dub', 'played al1-1'])
})

it('of who has left nothing is told to who comes next, and who comes next begins anew (PROP-49)', async () => {
  await server.signIn()
  await start(one)
  reports.note(by(two, 'ar2', 'House'))
  clearSession()
  reports.forget()
  await server.signIn()
  told = []
  await start(three)
  expect(told).toEqual(['artist ar1', 'genre Dub', 'played al1-3'])
})

it('what is refused because its listener has left is not told to the console either (PROP-08)', async () => {
  await server.signIn()
  answerLeft = true
  await start(one)
  expect([told, said.mock.calls]).toEqual([[], []])
})

it('a track that begins to sound in the player is told (PROP-10, PROP-20)', async () => {
  localStorage.clear()
  mockBroadcastChannel()
  await server.signIn()
  const { player, output } = openPlayer()
  player.playAlbum(toPlayingList(album, makeTracks(album)), 'al1-2')
  output.events.emit({ type: 'playing' })
  // The code that reports comes with the first act.
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(told).toEqual(['artist ar1', 'played al1-2'])
})
