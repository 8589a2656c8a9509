import { setCookie } from '@refrain/contract/account/cookies'
import { fetchTracksByIds } from '@refrain/contract/catalogue/tracks'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { mockCall, mockCalls } from '../../testing/mock-calls.ts'
import { mockBroadcastChannel, openPlayer, type PlayerVisit } from '../../testing/player-visit.ts'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { toPlayerTrack, toPlayingList } from '../engine/player-track.ts'

const [album, other] = [makeAlbum('al1', 3), makeAlbum('al2', 3)]
const own = makeTracks(album).map(toPlayerTrack)
const ownIds = own.map(({ id }) => id)

/** How many requests for saved tracks fail. */
let failures: number
let requests: number

const saved = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null')

/** A visit with shuffled Your Tracks, then one that fails to load them and plays something else. */
async function visitWithFailure(): Promise<PlayerVisit> {
  const earlier = openPlayer()
  for (const track of own) earlier.player.addToQueue(track)
  earlier.player.toggleShuffle('user')
  earlier.player.playFrom('user', 'al1-2')
  await expect.poll(() => saved('shuffledTracks_user')).not.toBeNull()
  earlier.leave()
  const visit = openPlayer()
  await expect.poll(() => requests).toBe(1)
  await new Promise(resolve => setTimeout(resolve, 0))
  visit.player.playAlbum(toPlayingList(other, makeTracks(other)))
  visit.output.events.emit({ type: 'playing' })
  await expect.poll(() => saved('playingTrack')?.trackId).toBe('al2-1')
  return visit
}

beforeEach(() => {
  localStorage.clear()
  queryClient.clear()
  mockBroadcastChannel()
  requests = 0
  mockCalls(
    mockCall(setCookie, () => ({ success: true }) as const),
    mockCall(fetchTracksByIds, ({ tracks }) =>
      requests++ < failures
        ? new Response('{}', { status: 400 })
        : makeTracks(album).filter(({ id }) => tracks.includes(id)),
    ),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('Your Tracks stay saved if they cannot be fetched, whatever is played (PROP-50, STO-09, STO-14)', async () => {
  failures = 2
  const visit = await visitWithFailure()
  visit.player.next()
  visit.leave()
  expect(requests).toBe(2)
  expect([saved('tracks'), saved('userTracks')]).toEqual([other.tracks, ownIds])
  expect(saved('shuffledTracks_user').toSorted()).toEqual(ownIds)
})

it('Your Tracks are restored once something is played, and can be cleared (PROP-50)', async () => {
  failures = 1
  const { player } = await visitWithFailure()
  await expect.poll(() => player.getState().naturalOrders.user.map(({ id }) => id)).toEqual(ownIds)
  expect(player.getState()).toMatchObject({ status: 'playing', track: { id: 'al2-1' }, list: { id: 'al2' } })
  player.clearQueue()
  await expect.poll(() => [saved('userTracks'), saved('shuffledTracks_user')]).toEqual([null, null])
})
