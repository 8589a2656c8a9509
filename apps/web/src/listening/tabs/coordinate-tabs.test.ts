import { setCookie } from '@refrain/contract/account/cookies'
import { fetchTracksByIds } from '@refrain/contract/catalogue/tracks'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
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
import { LEADING_TAB, STARTED_TAB } from '../resume/saved-values.ts'

const [first, second] = ['al1', 'al2'].map(id => {
  const album = makeAlbum(id, 3)
  return { tracks: makeTracks(album), list: toPlayingList(album, makeTracks(album)) }
}) as [Sample, Sample]
interface Sample {
  readonly tracks: ReturnType<typeof makeTracks>
  readonly list: ReturnType<typeof toPlayingList>
}

beforeEach(() => {
  runTimersImmediately()
  localStorage.clear()
  queryClient.clear()
  mockBroadcastChannel()
  mockCalls(
    mockCall(setCookie, () => ({ success: true }) as const),
    mockCall(fetchTracksByIds, ({ tracks }) =>
      [...first.tracks, ...second.tracks].filter(track => tracks.includes(track.id)),
    ),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const statusOf = ({ player }: PlayerVisit) => player.getState().status
const savedTrackId = () =>
  expect.poll(() => JSON.parse(localStorage.getItem('playingTrack') ?? '{}').trackId, { message: 'saved' })

async function play({ player, output }: PlayerVisit, { list }: Sample): Promise<void> {
  player.playAlbum(list)
  output.events.emit({ type: 'playing' })
  await savedTrackId().toBe(list.tracks[0]?.id)
}

it('pauses the other tabs when one starts, and leaves paused tabs alone', async () => {
  const one = openPlayer()
  await play(one, first)
  const other = openPlayer()
  await expect.poll(() => statusOf(other)).toBe('paused')
  expect(statusOf(one)).toBe('playing')
  await play(other, second)
  expect([statusOf(one), statusOf(other)]).toEqual(['paused', 'playing'])
  one.player.resume()
  expect(statusOf(other)).toBe('paused')
})

it('saves the state of the playing tab, whatever the others do', async () => {
  const one = openPlayer()
  await play(one, first)
  const other = openPlayer()
  await play(other, second)
  one.player.toggleShuffle('album')
  one.player.seekTo(30)
  other.output.events.emit({ type: 'position', position: 12, duration: 185 })
  other.player.next()
  await savedTrackId().toBe('al2-2')
  one.leave()
  expect(localStorage.getItem('playingTrack')).toContain('al2-2')
  expect(localStorage.getItem('shuffled')).toBe('false')
  expect(localStorage.getItem('currentTime')).toBe('0')
})

it('saves the whole state of a tab that plays again', async () => {
  const one = openPlayer()
  await play(one, first)
  const other = openPlayer()
  await play(other, second)
  one.player.resume()
  one.output.events.emit({ type: 'playing' })
  await savedTrackId().toBe('al1-1')
  for (const key of ['album', 'tracks', 'playingFrom', 'nextTrack'])
    expect([key, localStorage.getItem(key)]).toEqual([key, expect.stringContaining('al1')])
})

it('saves the state of the playing tab again after another one has taken its silence for a crash', async () => {
  const one = openPlayer()
  await play(one, first)
  const other = new BroadcastChannel('player')
  other.addEventListener('message', ({ data }) => data === 'asks' && other.postMessage('leads'))
  localStorage.setItem(LEADING_TAB, 'other')
  localStorage.setItem('playingTrack', '{"trackId":"of the other tab"}')
  one.player.next()
  await savedTrackId().toBe('al1-2')
})

it('pauses a tab whose view of the storage is old when another one starts', async () => {
  const one = openPlayer()
  await play(one, first)
  const startedTab = localStorage.getItem(STARTED_TAB) as string
  const other = openPlayer()
  await expect.poll(() => statusOf(other)).toBe('paused')
  const read = Storage.prototype.getItem
  // Another process may not have seen the write yet.
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(function (this: Storage, key) {
    return key === STARTED_TAB ? startedTab : read.call(this, key)
  })
  other.player.playAlbum(second.list)
  expect([statusOf(one), statusOf(other)]).toEqual(['paused', 'loading'])
})

it('lets another tab save its state once the playing tab is closed', async () => {
  const one = openPlayer()
  await play(one, first)
  const other = openPlayer()
  await play(other, second)
  other.leave()
  one.player.next()
  one.player.pause()
  await savedTrackId().toBe('al1-2')
})

it.each([
  { when: 'before', opened: (tab: () => PlayerVisit) => [tab(), tab()] as const },
  { when: 'while', opened: (tab: () => PlayerVisit) => [tab()] as const },
])(
  'closing an unused tab opened $when another plays keeps the saved state of that tab (PROP-50)',
  async ({ opened }) => {
    const seed = openPlayer()
    await play(seed, first)
    seed.leave()
    const [used, early] = opened(openPlayer)
    for (const tab of early ? [used, early] : [used]) await expect.poll(() => statusOf(tab)).toBe('paused')
    await play(used, second)
    const untouched = early ?? openPlayer()
    await expect.poll(() => statusOf(untouched)).toBe('paused')
    used.player.addToQueue(toPlayerTrack(first.tracks[2]!))
    used.output.events.emit({ type: 'position', position: 100, duration: 185 })
    used.player.pause()
    await expect.poll(() => localStorage.getItem('userTracks')).toBe('["al1-3"]')
    used.leave()
    const before = { ...localStorage }
    expect(localStorage.getItem('currentTime')).toBe('100')
    untouched.leave()
    expect({ ...localStorage }).toEqual(before)
  },
)

it('saves nothing in a tab that another has paused until it is used, then everything', async () => {
  const one = openPlayer()
  await play(one, first)
  one.output.events.emit({ type: 'position', position: 20, duration: 185 })
  const other = openPlayer()
  await play(other, second)
  one.output.events.emit({ type: 'position', position: 20.2, duration: 185 })
  other.leave()
  const before = { ...localStorage }
  dispatchEvent(new Event('pagehide'))
  expect({ ...localStorage }).toEqual(before)
  one.player.seekTo(60)
  await savedTrackId().toBe('al1-1')
  await expect.poll(() => localStorage.getItem('currentTime')).toBe('60')
  expect(localStorage.getItem('album')).toContain('al1')
})

it('applies volume and playback settings from another tab (STO-20)', () => {
  const { player } = openPlayer()
  localStorage.setItem('volume', '0.25')
  dispatchEvent(new StorageEvent('storage', { key: 'volume', newValue: '0.25' }))
  localStorage.setItem('sound', '{"rate":1.5,"repeat":"one"}')
  dispatchEvent(new StorageEvent('storage', { key: 'sound', newValue: '{"rate":1.5,"repeat":"one"}' }))
  dispatchEvent(new StorageEvent('storage', { key: 'volume', newValue: 'loud' }))
  expect(player.getState()).toMatchObject({
    volume: 0.25,
    settings: { rate: 1.5, repeat: 'one', crossfadeSeconds: 0 },
  })
})

it('does not write back settings from another tab, which may be outdated (STO-20)', () => {
  const { player } = openPlayer()
  localStorage.setItem('volume', '0.53')
  localStorage.setItem('sound', '{"rate":1.5}')
  const setItem = vi.spyOn(Storage.prototype, 'setItem')
  dispatchEvent(new StorageEvent('storage', { key: 'volume', newValue: '0.5' }))
  dispatchEvent(new StorageEvent('storage', { key: 'sound', newValue: '{"rate":1.25}' }))
  expect(player.getState()).toMatchObject({ volume: 0.53, settings: { rate: 1.5 } })
  expect(setItem).not.toHaveBeenCalled()
  player.setSettings({ rate: 2 })
  expect(localStorage.getItem('sound')).toContain('"rate":2')
})

it('plays in a browser without BroadcastChannel', async () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  Reflect.deleteProperty(globalThis, 'BroadcastChannel')
  const one = openPlayer()
  await play(one, first)
  expect(statusOf(one)).toBe('playing')
})

it('keeps what tabs add to Your Tracks in turns, shows it in all of them and after a reload', async () => {
  const [one, other] = [openPlayer(), openPlayer()]
  const savedQueue = () => JSON.parse(localStorage.getItem('userTracks') ?? '[]')
  const [x, y, z] = first.tracks.map(toPlayerTrack) as [Added, Added, Added]
  const added: string[] = []
  for (const [tab, track] of [
    [one, x],
    [other, y],
    [one, z],
  ] as const) {
    tab.player.addToQueue(track)
    added.push(track.id)
    await expect.poll(savedQueue).toEqual(added)
  }
  const shown = ({ player }: PlayerVisit) => player.getState().naturalOrders.user.map(({ id }) => id)
  for (const tab of [one, other]) await expect.poll(() => shown(tab)).toEqual(added)
  other.player.removeFromQueue(x.id)
  await expect.poll(savedQueue).toEqual([y.id, z.id])
  one.leave()
  other.leave()
  expect(savedQueue()).toEqual([y.id, z.id])
  const reloaded = openPlayer()
  await expect.poll(() => shown(reloaded)).toEqual([y.id, z.id])
})
type Added = ReturnType<typeof toPlayerTrack>
