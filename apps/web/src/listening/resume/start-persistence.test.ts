import { fetchTracksByIds } from '@refrain/contract/catalogue/tracks'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { logout } from '../../account/logout.ts'
import { endSession, readToken } from '../../account/session.ts'
import { queryClient } from '../../api/query-client.ts'
import { type AccountServer, mockAccounts } from '../../testing/mock-accounts.ts'
import { mockCall } from '../../testing/mock-calls.ts'
import {
  mockBroadcastChannel,
  openPlayer,
  type PlayerVisit,
  runTimersImmediately,
} from '../../testing/player-visit.ts'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { toPlayerTrack, toPlayingList } from '../engine/player-track.ts'

const album = makeAlbum('al1', 4)
const list = toPlayingList(album, makeTracks(album))

let server: AccountServer

beforeEach(() => {
  runTimersImmediately()
  localStorage.clear()
  queryClient.clear()
  server = mockAccounts(mockCall(fetchTracksByIds, () => makeTracks(album)))
  mockBroadcastChannel()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A member's visit with a track playing. */
async function membersVisit(): Promise<PlayerVisit> {
  await server.signIn()
  const visit = openPlayer()
  visit.player.setSettings({ rate: 1.5 })
  visit.player.setVolume(0.5)
  visit.player.playAlbum(list)
  visit.player.toggleShuffle('album')
  visit.player.addToQueue(toPlayerTrack(makeTracks(album)[0]!))
  visit.output.events.emit({ type: 'playing' })
  await expect.poll(() => localStorage.getItem('userTracks')).not.toBeNull()
  await expect.poll(() => server.cookies.get('shuffled'), { timeout: 5_000 }).toBe('true')
  return visit
}

/** Stops the player, as the shell does when a session ends. */
const settled = () => new Promise(resolve => setTimeout(resolve, 400))

it('deletes everything of the listener on logout, here and in cookies (AUTH-16, AUTH-17, PROP-49)', async () => {
  const { player } = await membersVisit()
  player.stop()
  await logout()
  await settled()
  await expect.poll(() => [...Object.keys(localStorage), ...server.cookies.keys()]).toEqual([])
  expect(player.getState()).toMatchObject({
    status: 'idle',
    naturalOrders: { album: [], user: [] },
    shuffled: { album: false, user: false },
  })
})

it('deletes the saved data of a listener, but not of the device, when the server ends the session (PROP-08, PROP-49)', async () => {
  const { player } = await membersVisit()
  server.cookies.set('userId', 'us1')
  localStorage.setItem('userId', 'us1')
  server.cookies.delete('token')
  player.stop()
  endSession('ada')
  await readToken()
  await settled()
  await expect.poll(() => [...server.cookies.keys()]).toEqual([])
  expect(Object.keys(localStorage).toSorted()).toEqual(['sound', 'volume'])
})

it('saves what is played after a logout (PROP-49)', async () => {
  const { player, output } = await membersVisit()
  player.stop()
  await logout()
  await settled()
  player.playAlbum(list, 'al1-3')
  output.events.emit({ type: 'playing' })
  await expect.poll(() => localStorage.getItem('playingTrack')).toContain('al1-3')
  expect(localStorage.getItem('isAlbumTracksOpen')).toBe('true')
  expect(localStorage.getItem('userTracks')).toBeNull()
})

it('restores playback settings immediately, and ignores invalid ones (BAR-08)', () => {
  localStorage.setItem(
    'sound',
    '{"crossfadeSeconds":99,"rate":"fast","loudness":"album","quality":"saver","limitedQuality":"best","repeat":"off","autoplay":1}',
  )
  expect(openPlayer().player.getState().settings).toEqual({
    crossfadeSeconds: 12,
    loudness: 'album',
    rate: 1,
    quality: 'saver',
    limitedQuality: 'high',
    repeat: 'off',
    autoplay: false,
  })
})

it('restores shuffle and source before anything else (STO-12, STO-13, STO-17)', () => {
  localStorage.setItem('shuffled', 'true')
  localStorage.setItem('shuffledUser', 'yes')
  localStorage.setItem('isUserTracksOpen', 'true')
  expect(openPlayer().player.getState()).toMatchObject({
    shuffled: { album: true, user: false },
    source: 'user',
  })
})
