import { setCookie } from '@refrain/contract/account/cookies'
import { fetchTracksByIds, type Track } from '@refrain/contract/catalogue/tracks'
import { countLimits } from '@refrain/contract/limits'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { mockCall, mockCalls } from '../../testing/mock-calls.ts'
import {
  mockBroadcastChannel,
  openPlayer,
  type PlayerVisit,
  runTimersImmediately,
} from '../../testing/player-visit.ts'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { toPlayerTrack, toPlayingList } from '../engine/player-track.ts'
import { MIRRORED } from './saved-values.ts'

const album = makeAlbum('al1', 20)
const list = toPlayingList(album, makeTracks(album))
const own = makeTracks(makeAlbum('al2', 3)).map(toPlayerTrack)

let catalogue: Map<string, Track>
let requested: string[][]
let calls: string[]
/** The catalogue responds after this resolves. */
let answer: Promise<unknown>

const ids = (tracks: readonly { readonly id: string }[]) => tracks.map(({ id }) => id)
const restored = (visit: PlayerVisit) =>
  expect.poll(() => visit.player.getState().status, { message: 'restored' }).toBe('paused')

/** A visit in which the second track was played to 0:42, with shuffle on and Your Tracks filled. */
async function firstVisit(): Promise<PlayerVisit> {
  const visit = openPlayer()
  visit.player.playAlbum(list, 'al1-2')
  visit.player.toggleShuffle('album')
  for (const track of own) visit.player.addToQueue(track)
  visit.player.toggleShuffle('user')
  visit.player.setVolume(0.4)
  visit.player.setSettings({ crossfadeSeconds: 4, loudness: 'track', rate: 1.25 })
  visit.output.events.emit({ type: 'playing' })
  visit.output.events.emit({ type: 'position', position: 42.5, duration: 185 })
  // Saved, and all cookies sent.
  await expect.poll(() => localStorage.getItem(MIRRORED)).not.toBeNull()
  return visit
}

beforeEach(() => {
  runTimersImmediately()
  localStorage.clear()
  queryClient.clear()
  mockBroadcastChannel()
  requested = []
  answer = Promise.resolve()
  catalogue = new Map(
    [...makeTracks(album), ...makeTracks(makeAlbum('al2', 3))].map(track => [track.id, track]),
  )
  calls = mockCalls(
    mockCall(setCookie, () => ({ success: true }) as const),
    mockCall(fetchTracksByIds, ({ tracks }) => {
      requested.push(tracks)
      return tracks.flatMap(id => catalogue.get(id) ?? [])
    }),
  )
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === fetchTracksByIds.path) await answer
    return fetch(url, init)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('after a reload', () => {
  it('restores the last track, paused at its position, with its lists, orders and settings (PROP-50, ENG-07)', async () => {
    const first = await firstVisit()
    const before = first.player.getState()
    first.leave()
    const { player, output } = openPlayer()
    await restored({ player } as PlayerVisit)
    const after = player.getState()
    expect(after.track).toEqual(before.track)
    expect(player.progress.getState()).toEqual({ position: 42.5, duration: 185 })
    for (const part of ['list', 'source', 'shuffled', 'volume', 'settings', 'index'] as const)
      expect([part, after[part]]).toEqual([part, before[part]])
    for (const source of ['album', 'user'] as const) {
      expect(ids(after.orders[source])).toEqual(ids(before.orders[source]))
      expect(ids(after.naturalOrders[source])).toEqual(ids(before.naturalOrders[source]))
    }
    expect(after.nextTrack).toEqual(before.nextTrack)
    expect(output.calls.filter(call => call.startsWith('start'))).toEqual([])
    player.resume()
    expect(output.calls).toContain('start al1-2 at 42.5')
  })

  it('plays Your Tracks from the saved position (STO-17, NOW-13, READ-49)', async () => {
    const first = await firstVisit()
    first.player.playFrom('user', 'al2-2')
    first.leave()
    const { player } = openPlayer()
    await restored({ player } as PlayerVisit)
    expect([player.getState().source, player.getState().track?.id]).toEqual(['user', 'al2-2'])
  })

  it('saves nothing and sends no cookie before something changes (STO-32)', async () => {
    const first = await firstVisit()
    first.leave()
    const setItem = vi.spyOn(Storage.prototype, 'setItem')
    calls.length = 0
    const second = openPlayer()
    await restored(second)
    second.leave()
    const written = setItem.mock.calls.map(([key]) => key)
    expect(written).toEqual([])
    expect(calls).not.toContain(setCookie.name)
  })

  it('leaves out tracks that are removed or unavailable (PROP-50)', async () => {
    const first = await firstVisit()
    const order = ids(first.player.getState().orders.album)
    first.leave()
    catalogue.delete('al1-7')
    catalogue.set('al1-9', { ...catalogue.get('al1-9')!, available: false })
    const { player } = openPlayer()
    await restored({ player } as PlayerVisit)
    expect(ids(player.getState().orders.album)).toEqual(order.filter(id => id !== 'al1-7' && id !== 'al1-9'))
  })

  it('stays idle if the whole album is gone (PROP-50)', async () => {
    const first = await firstVisit()
    first.leave()
    catalogue.clear()
    const { player } = openPlayer()
    await expect.poll(() => requested.length).toBe(1)
    await new Promise(resolve => setTimeout(resolve, 0))
    expect(player.getState()).toMatchObject({ status: 'idle', track: null, list: null, queue: [] })
  })

  it('prefers an album played meanwhile, with its saved order, and still restores Your Tracks (PROP-50, READ-11)', async () => {
    const first = await firstVisit()
    const order = ids(first.player.getState().orders.album)
    const ownOrder = ids(first.player.getState().orders.user)
    first.leave()
    const gate = Promise.withResolvers<void>()
    answer = gate.promise
    const { player, output } = openPlayer()
    await expect.poll(() => player.getState().status).toBe('idle')
    player.playAlbum(list, 'al1-5')
    player.addToQueue(toPlayerTrack(makeTracks(album)[0]!))
    output.events.emit({ type: 'playing' })
    gate.resolve()
    await expect.poll(() => player.getState().naturalOrders.user.length).toBe(4)
    expect(ids(player.getState().orders.user)).toEqual([...ownOrder, 'al1-1'])
    expect(player.getState()).toMatchObject({ status: 'playing', track: { id: 'al1-5' } })
    expect(ids(player.getState().orders.album)).toEqual(order)
    await expect.poll(() => localStorage.getItem('playingTrack')).toContain('al1-5')
    const savedOwn = () => JSON.parse(localStorage.getItem('userTracks') ?? '')
    await expect.poll(savedOwn).toEqual([...ids(own), 'al1-1'])
  })

  it('restores a track without its list as a list of one', async () => {
    const first = await firstVisit()
    first.leave()
    localStorage.setItem('tracks', 'damaged')
    localStorage.setItem('album', '{"_id":7}')
    const { player } = openPlayer()
    await restored({ player } as PlayerVisit)
    expect(player.getState()).toMatchObject({
      track: { id: 'al1-2' },
      list: { id: 'al1', title: 'Album al1', type: 'album' },
      naturalOrders: { album: [{ id: 'al1-2' }] },
    })
  })

  const KEYS = [
    'playingTrack',
    'album',
    'tracks',
    'trackIndex',
    'nextTrack',
    'userTracks',
    'shuffled',
    'shuffledUser',
    'shuffledTracks_al1',
    'shuffledTracks_user',
    'isAlbumTracksOpen',
    'isUserTracksOpen',
    'playingFrom',
    'currentTime',
    'progress',
    'playedTracks',
    'recent',
    'sound',
    'volume',
    'shuffledLists',
    'mirrored',
  ]
  it.each(['nonsense', '', 'null', '-1', '{"a":{"b":[1]}}', '[1,null,"../x"]', '"x"', 'NaN', 'Infinity'])(
    'ignores any damaged value: %s (PROP-42)',
    async damaged => {
      const first = await firstVisit()
      first.leave()
      const left = Object.entries(localStorage)
      for (const key of KEYS) {
        localStorage.clear()
        for (const [name, value] of left) localStorage.setItem(name, name === key ? damaged : value)
        const second = openPlayer()
        // Without its own key, the track is found by its index in the list.
        await restored(second)
        expect([key, second.player.getState().track?.id]).toEqual([key, 'al1-2'])
        expect(second.player.progress.getState().position).toBe(key === 'currentTime' ? 0 : 42.5)
        second.player.resume()
        second.output.events.emit({ type: 'playing' })
        second.leave()
      }
    },
  )

  it('ignores all values damaged at once (PROP-42)', async () => {
    const first = await firstVisit()
    first.leave()
    for (const key of KEYS) localStorage.setItem(key, '{"')
    const { player, output } = openPlayer()
    player.playAlbum(list)
    output.events.emit({ type: 'playing' })
    await expect.poll(() => localStorage.getItem('playingTrack')).toContain('al1-1')
    expect(requested).toEqual([])
  })

  it('fetches long lists in batches within the request limit, each track once (PROP-50)', async () => {
    const long = makeAlbum('al3', 2_100)
    for (const track of makeTracks(long)) catalogue.set(track.id, track)
    const first = openPlayer()
    first.player.playAlbum(toPlayingList(long, makeTracks(long)), 'al3-700')
    for (const track of own) first.player.addToQueue(track)
    await expect.poll(() => localStorage.getItem('userTracks')).not.toBeNull()
    first.leave()
    const { player } = openPlayer()
    await restored({ player } as PlayerVisit)
    expect(player.getState().queue).toHaveLength(2_100)
    expect(player.getState().index).toBe(699)
    expect(requested.length).toBeGreaterThan(1)
    for (const piece of requested) expect(piece.length).toBeLessThanOrEqual(countLimits.ids / 2)
    expect(new Set(requested.flat()).size).toBe(requested.flat().length)
  })
})
