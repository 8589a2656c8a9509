import { beforeEach, expect, it } from 'vitest'
import { createFakeOutput, type FakeOutput } from '../output/fake-output.ts'
import { createPlayer, type Player } from '../player.ts'
import { makeAlbum, makeTrack, makeTracks } from '../testing/make-tracks.ts'
import type { Snapshot } from './snapshot.ts'

let output: FakeOutput
let player: Player
beforeEach(() => {
  output = createFakeOutput()
  player = createPlayer({ output, random: () => 0 })
  output.calls.length = 0
})

const list = { id: 'al', title: 'Album', type: 'album' } as const
const snapshot: Snapshot = {
  track: makeTrack('b'),
  position: 42,
  list,
  source: 'album',
  naturalOrders: { album: makeTracks('a', 'b', 'c'), user: makeTracks('x', 'y') },
  shuffled: { album: true, user: false },
  orders: { album: ['c', 'b', 'a'], user: [] },
}

it('restores list, queue, shuffle, source and position, paused, and fetches nothing (PROP-50)', () => {
  player.restore(snapshot)
  expect(player.getState()).toMatchObject({
    status: 'paused',
    track: { id: 'b' },
    list,
    source: 'album',
    index: 1,
    nextTrack: { id: 'a' },
    shuffled: { album: true, user: false },
    load: 0,
  })
  expect(player.getState().queue.map(({ id }) => id)).toEqual(['c', 'b', 'a'])
  expect(player.progress.getState()).toEqual({ position: 42, duration: 100 })
  expect([output.calls, output.next, output.settings]).toEqual([[], null, undefined])
})

it('fetches nothing before resume, whatever happens to the lists, and resumes at the position (PROP-50)', () => {
  player.restore(snapshot)
  player.toggleShuffle('album')
  player.selectSource('user')
  player.addToQueue(makeTrack('z'))
  player.setSettings({ rate: 1.5 })
  player.seekTo(43)
  expect([output.calls, output.next, output.settings]).toEqual([[], null, undefined])
  player.resume()
  expect(output.calls).toEqual(['start b at 43'])
  expect([output.next?.id, output.settings?.rate]).toEqual(['x', 1.5])
  expect(player.getState()).toMatchObject({ status: 'loading', load: 0 })
})

it('replaces an incomplete saved order and drops duplicates (PROP-42)', () => {
  player.restore({ ...snapshot, orders: { album: ['c'], user: [] } })
  expect(player.getState().orders.album.map(({ id }) => id)).toEqual(['b', 'c', 'a'])
  const other = createPlayer({ output: createFakeOutput() })
  other.restore({ ...snapshot, naturalOrders: { album: [], user: makeTracks('x', 'x') } })
  expect(other.getState().naturalOrders.user).toHaveLength(1)
  expect(other.getState().index).toBe(-1)
})

it.each([
  [-5, 0],
  [500, 100],
  [Number.NaN, 0],
])('restores the position %d as %d (PROP-42)', (position, expected) => {
  player.restore({ ...snapshot, position })
  expect(player.progress.getState().position).toBe(expected)
})

it('restores the position of a track of unknown length', () => {
  const track = makeTrack('b', { durationSeconds: 0 })
  player.restore({ ...snapshot, track, position: 0 })
  player.resume()
  expect(output.calls).toEqual(['start b at 0'])
  expect(player.getState().load).toBe(0)
})

it.each([
  [0, 50],
  [100, 100],
  [100, 100.4],
])(
  'goes on beyond the %d whole seconds the catalogue tells, at %d (PROP-50)',
  (durationSeconds, position) => {
    player.restore({ ...snapshot, track: makeTrack('b', { durationSeconds }), position })
    expect(player.progress.getState().position).toBe(position)
    player.resume()
    expect(output.calls).toEqual([`start b at ${position}`])
    expect(player.getState()).toMatchObject({ track: { id: 'b' }, load: 0 })
  },
)

it('restores only the lists if there is no track (PROP-50)', () => {
  player.restore({ ...snapshot, track: null, source: 'user' })
  expect(player.getState()).toMatchObject({ status: 'idle', track: null, nextTrack: null, source: 'user' })
  expect(player.progress.getState()).toEqual({ position: 0, duration: 0 })
  player.playFrom('user', 'y')
  expect(output.calls).toEqual(['start y at 0'])
})

it('does not restore after the listener has chosen something', () => {
  player.playAlbum(makeAlbum('m'))
  const before = player.getState()
  player.restore(snapshot)
  expect(player.getState()).toBe(before)
})
