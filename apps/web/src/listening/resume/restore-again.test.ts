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
let refusals: number
let asked: number

const kept = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null')

/** A visit with shuffled Your Tracks, then one that fails to load them and plays something else. */
async function visitInVain(): Promise<PlayerVisit> {
  const earlier = openPlayer()
  for (const track of own) earlier.player.addToQueue(track)
  earlier.player.toggleShuffle('user')
  earlier.player.playFrom('user', 'al1-2')
  await expect.poll(() => kept('shuffledTracks_user')).not.toBeNull()
  earlier.leave()
  const visit = openPlayer()
  await expect.poll(() => asked).toBe(1)
  await new Promise(resolve => setTimeout(resolve, 0))
  visit.player.playAlbum(toPlayingList(other, makeTracks(other)))
  visit.output.events.emit({ type: 'playing' })
  await expect.poll(() => kept('playingTrack')?.trackId).toBe('al2-1')
  return visit
}

beforeEach(() => {
  localStorage.clear()
  queryClient.clear()
  mockBroadcastChannel()
  asked = 0
  mockCalls(
    mockCall(setCookie, () => ({ success: true }) as const),
    mockCall(fetchTracksByIds, ({ tracksArray }) =>
      asked++ < refusals
        ? new Response('{}', { status: 400 })
        : makeTracks(album).filter(({ _id }) => tracksArray.includes(_id)),
    ),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('Your Tracks stay saved if they cannot be fetched, whatever is played (PROP-50, STO-09, STO-14)', async () => {
  refusals = 2
  const visit = await visitInVain()
  visit.player.next()
  visit.leave()
  expect(asked).toBe(2)
  expect([kept('tracks'), kept('userTracks')]).toEqual([other.tracks, ownIds])
  expect(kept('shuffledTracks_user').toSorted()).toEqual(ownIds)
})

it('Your Tracks are restored once something is played, and can be cleared (PROP-50)', async () => {
  refusals = 1
  const { player } = await visitInVain()
  await expect.poll(() => player.getState().naturals.user.map(({ id }) => id)).toEqual(ownIds)
  expect(player.getState()).toMatchObject({ status: 'playing', track: { id: 'al2-1' }, list: { id: 'al2' } })
  player.clearQueue()
  await expect.poll(() => [kept('userTracks'), kept('shuffledTracks_user')]).toEqual([null, null])
})
