import { beforeEach, expect, it } from 'vitest'
import { createFakeOutput, type FakeOutput } from './output/fake-output.ts'
import { createPlayer, type Player } from './player.ts'
import type { PlayerTrack } from './state/player-state.ts'
import { makeAlbum, makeIds, makeTrack, makeTracks } from './testing/make-tracks.ts'

let output: FakeOutput
let player: Player
let kept: Record<string, readonly string[]>
let keptAsked: string[]
beforeEach(() => {
  output = createFakeOutput()
  kept = {}
  keptAsked = []
  player = createPlayer({
    output,
    // Rotates a list by one: a, b, c becomes b, c, a.
    random: () => 0,
    savedOrder(listId) {
      keptAsked.push(listId)
      return kept[listId] ?? null
    },
  })
})

const album = makeAlbum('a', 'b', 'c')
const ids = (tracks: readonly PlayerTrack[]) => tracks.map(({ id }) => id)
const queue = () => ids(player.getState().queue)
const next = () => player.getState().nextTrack?.id
const current = () => player.getState().track?.id
function addOwn(...own: string[]): void {
  for (const id of own) player.addToQueue(makeTrack(id))
}

it('plays from the album by default, and from one list at a time (NOW-12)', () => {
  expect(player.getState().source).toBe('album')
  player.playAlbum(album)
  addOwn('x', 'y')
  expect(queue()).toEqual(['a', 'b', 'c'])
  player.selectSource('user')
  expect(queue()).toEqual(['x', 'y'])
  expect(player.getState().source).toBe('user')
})

it('restores tracks of an earlier visit before new ones, each once, in one change (PROP-50, NOW-18)', () => {
  player.toggleShuffle('user')
  addOwn('x', 'b')
  let changes = 0
  player.subscribe(() => changes++)
  const tracks = ['a', 'b', 'c'].map(id => makeTrack(id))
  player.restoreQueue(tracks, ['c', 'a', 'b'])
  expect(changes).toBe(1)
  expect(ids(player.getState().naturalOrders.user)).toEqual(['a', 'b', 'c', 'x'])
  expect(ids(player.getState().orders.user)).toEqual(['c', 'a', 'b', 'x'])
})

it('changes the next track but not the current one when the list is switched (NOW-15, READ-49)', () => {
  player.playAlbum(album)
  output.events.emit({ type: 'playing' })
  output.events.emit({ type: 'position', position: 42, duration: 100 })
  addOwn('x', 'y')
  const calls = output.calls.length
  player.selectSource('user')
  expect(player.getState()).toMatchObject({ status: 'playing', track: { id: 'a' }, index: -1, load: 1 })
  expect(player.progress.getState().position).toBe(42)
  expect(output.calls).toHaveLength(calls)
  expect([next(), output.next?.id]).toEqual(['x', 'x'])
  player.selectSource('album')
  expect([player.getState().index, next(), output.next?.id]).toEqual([0, 'b', 'b'])
})

it('continues after the current track in the other list if it is there, too', () => {
  player.playAlbum(album)
  addOwn('x', 'a', 'y')
  player.selectSource('user')
  expect([player.getState().index, next()]).toEqual([1, 'y'])
})

it("pauses at the end of the track while the listener's own list is empty (PROP-44)", () => {
  player.playAlbum(album)
  output.events.emit({ type: 'playing' })
  player.selectSource('user')
  expect([next(), output.next]).toEqual([undefined, null])
  const before = player.getState()
  player.next()
  player.previous()
  expect(player.getState()).toBe(before)
  output.events.emit({ type: 'ended' })
  expect(player.getState()).toMatchObject({ status: 'paused', track: { id: 'a' } })
  player.resume()
  expect(output.calls.at(-1)).toBe('start a at 0')
  expect(player.getState()).toMatchObject({ status: 'loading', load: 2 })
})

it('goes to the first or last track from a track that is in no list', () => {
  player.playAlbum(album)
  addOwn('x', 'y', 'z')
  player.selectSource('user')
  player.previous()
  expect(current()).toBe('z')
  player.selectSource('album')
  player.next()
  expect(current()).toBe('a')
})

it("ignores the controls while idle, even if the listener's own list is selected (BAR-13, ENG-12)", () => {
  addOwn('x', 'y')
  player.selectSource('user')
  const before = player.getState()
  expect(before.nextTrack).toBeNull()
  player.next()
  player.previous()
  player.toggle()
  expect(player.getState()).toBe(before)
})

it('does not add a track that is already in the queue (NOW-18)', () => {
  expect(player.addToQueue(makeTrack('x'))).toBe(true)
  const before = player.getState()
  expect(player.addToQueue(makeTrack('x'))).toBe(false)
  expect(player.getState()).toBe(before)
  addOwn('y')
  expect(ids(player.getState().naturalOrders.user)).toEqual(['x', 'y'])
})

it('appends added tracks at the end, shuffled or not', () => {
  addOwn('x', 'y')
  player.playFrom('user', 'y')
  expect(next()).toBe('x')
  addOwn('z')
  expect([next(), output.next?.id]).toEqual(['z', 'z'])
  player.toggleShuffle('user')
  addOwn('w')
  expect(queue()).toEqual(['y', 'z', 'x', 'w'])
  expect(ids(player.getState().naturalOrders.user)).toEqual(['x', 'y', 'z', 'w'])
})

it('removes a track from both orders without interrupting playback', () => {
  addOwn('x', 'y', 'z')
  player.toggleShuffle('user')
  player.playFrom('user', 'y')
  expect(queue()).toEqual(['y', 'z', 'x'])
  player.removeFromQueue('z')
  expect([queue(), next(), output.next?.id]).toEqual([['y', 'x'], 'x', 'x'])
  player.removeFromQueue('y')
  expect(player.getState()).toMatchObject({ track: { id: 'y' }, index: -1, status: 'loading' })
  expect(next()).toBe('x')
  expect(ids(player.getState().naturalOrders.user)).toEqual(['x'])
  player.clearQueue()
  expect([queue(), next(), output.next]).toEqual([[], undefined, null])
})

it('continues with the neighbours of a removed current track (READ-49, READ-12)', () => {
  addOwn('u', 'v', 'w', 'x', 'y', 'z')
  player.playFrom('user', 'x')
  player.removeFromQueue('x')
  expect([next(), output.next?.id]).toEqual(['y', 'y'])
  player.removeFromQueue('y')
  player.removeFromQueue('u')
  expect([queue(), next()]).toEqual([['v', 'w', 'z'], 'z'])
  player.selectSource('album')
  player.selectSource('user')
  expect([next(), output.next?.id]).toEqual(['z', 'z'])
  player.previous()
  expect([current(), next()]).toEqual(['w', 'z'])
})

it('continues after a removed last track with a later addition, or else with the first', () => {
  addOwn('x', 'y', 'z')
  player.playFrom('user', 'z')
  player.removeFromQueue('z')
  expect(next()).toBe('x')
  addOwn('w')
  expect(next()).toBe('w')
  output.events.emit({ type: 'ended' })
  expect([current(), next()]).toEqual(['w', 'x'])
})

it('forgets the gap when the order changes, the list is cleared or the track returns', () => {
  addOwn('x', 'y', 'z')
  player.playFrom('user', 'y')
  player.removeFromQueue('y')
  player.toggleShuffle('user')
  expect([queue(), next()]).toEqual([['z', 'x'], 'z'])
  player.toggleShuffle('user')
  expect(next()).toBe('x')
  addOwn('y')
  expect(queue()).toEqual(['x', 'z', 'y'])
  player.removeFromQueue('y')
  player.clearQueue()
  addOwn('v', 'w')
  expect(next()).toBe('v')
})

it("keeps the listener's own tracks when another album starts", () => {
  addOwn('x')
  player.playFrom('user', 'x')
  player.playAlbum(album)
  expect(player.getState().source).toBe('album')
  expect(ids(player.getState().naturalOrders.user)).toEqual(['x'])
})

it('never lists a track twice', () => {
  player.playAlbum({ ...album, tracks: makeTracks('a', 'b', 'a') })
  expect(queue()).toEqual(['a', 'b'])
})

it('shuffles each list separately (ENG-18, READ-11)', () => {
  player.playAlbum(album)
  addOwn('x', 'y', 'z')
  player.toggleShuffle('user')
  expect(player.getState().shuffled).toEqual({ album: false, user: true })
  expect(queue()).toEqual(['a', 'b', 'c'])
  player.selectSource('user')
  expect(queue()).toEqual(['y', 'z', 'x'])
})

it('continues the current track when shuffled and back in natural order (READ-11, READ-12)', () => {
  player.playAlbum(album, 'b')
  output.events.emit({ type: 'playing' })
  const calls = output.calls.length
  player.toggleShuffle('album')
  expect([queue(), player.getState().index, next(), output.next?.id]).toEqual([['b', 'c', 'a'], 0, 'c', 'c'])
  expect(ids(player.getState().naturalOrders.album)).toEqual(['a', 'b', 'c'])
  player.toggleShuffle('album')
  expect([queue(), player.getState().index, next()]).toEqual([['a', 'b', 'c'], 1, 'c'])
  expect(output.calls).toHaveLength(calls)
  expect(player.getState()).toMatchObject({ status: 'playing', track: { id: 'b' }, load: 1 })
})

it('follows the shuffled order with next, previous and at the end of a track (ENG-10, READ-12)', () => {
  player.playAlbum(album, 'b')
  player.toggleShuffle('album')
  player.next()
  expect(current()).toBe('c')
  output.events.emit({ type: 'ended' })
  expect(current()).toBe('a')
  player.previous()
  expect(current()).toBe('c')
})

it('keeps shuffle on for the next album and starts at its own first track (READ-11, READ-12)', () => {
  player.playAlbum(album)
  player.toggleShuffle('album')
  player.playAlbum({ ...makeAlbum('m', 'n', 'o'), id: 'other' })
  expect(player.getState().shuffled.album).toBe(true)
  expect([queue(), current(), next()]).toEqual([['n', 'o', 'm'], 'n', 'o'])
  player.toggleShuffle('album')
  expect(queue()).toEqual(['m', 'n', 'o'])
})

it('uses the saved order of an album if it has all tracks (ENG-20, READ-11)', () => {
  kept = { other: ['o', 'm', 'n'], damaged: ['o', 'o'] }
  player.playAlbum(album)
  expect(keptAsked).toEqual([])
  player.toggleShuffle('album')
  player.playAlbum({ ...makeAlbum('m', 'n', 'o'), id: 'other' }, 'm')
  expect([queue(), current(), next()]).toEqual([['o', 'm', 'n'], 'm', 'n'])
  player.playAlbum({ ...makeAlbum('m', 'n', 'o'), id: 'damaged' })
  expect(queue()).toEqual(['n', 'o', 'm'])
  expect(keptAsked).toEqual(['other', 'damaged'])
})

it('keeps the order of a list that starts again, and ignores the saved one when it is shuffled anew', () => {
  kept = { album: ['c', 'b', 'a'] }
  player.playAlbum(album)
  player.toggleShuffle('album')
  player.playAlbum(album, 'c')
  expect([queue(), next()]).toEqual([['b', 'c', 'a'], 'a'])
  expect(keptAsked).toEqual([])
})

it('continues in another list without interruption if it has the track', () => {
  player.playAlbum({ ...makeAlbum('m', 'b'), id: 'mix', type: 'playlist' }, 'b')
  output.events.emit({ type: 'playing' })
  const calls = output.calls.length
  player.continueIn(album)
  expect(player.getState()).toMatchObject({
    status: 'playing',
    list: { id: 'album', type: 'album' },
    index: 1,
  })
  expect([queue(), next(), output.next?.id]).toEqual([['a', 'b', 'c'], 'c', 'c'])
  expect(output.calls).toHaveLength(calls)
})

it('tries unplayable tracks again in the new list', () => {
  player.playAlbum({ ...makeAlbum('a', 'b'), id: 'mix' })
  output.events.emit({ type: 'unplayable', track: makeTrack('b') })
  expect(next()).toBe('a')
  player.continueIn(album)
  expect(next()).toBe('b')
})

it('adds tracks to the current list without interruption, and follows with them', () => {
  player.playAlbum(album, 'c')
  output.events.emit({ type: 'playing' })
  addOwn('x')
  player.pause()
  const calls = output.calls.length
  player.updateList(makeAlbum('a', 'b', 'c', 'd'))
  expect(player.getState()).toMatchObject({ status: 'paused', track: { id: 'c' }, load: 1, index: 2 })
  expect([queue(), next(), output.next?.id]).toEqual([['a', 'b', 'c', 'd'], 'd', 'd'])
  expect(ids(player.getState().orders.user)).toEqual(['x'])
  expect(output.calls).toHaveLength(calls)
})

it('adds tracks to a shuffled list after the current one, and keeps the order of the others (READ-11, READ-12)', () => {
  let seed = 7
  // The same order each time: after its last track nothing could be between the others.
  function random(): number {
    seed = (seed * 16_807) % 2 ** 31
    return seed / 2 ** 31
  }
  const own = createPlayer({ output, random })
  own.playAlbum({ ...album, tracks: makeTracks(...makeIds(20)) })
  own.toggleShuffle('album')
  for (let n = 0; n < 5; n++) own.next()
  const played = own.getState().index + 1
  expect(played).toBeLessThan(20)
  const before = ids(own.getState().orders.album)
  own.updateList({ ...album, tracks: makeTracks(...makeIds(500)) })
  const after = ids(own.getState().orders.album)
  expect(after.slice(0, played)).toEqual(before.slice(0, played))
  expect(after.filter(id => before.includes(id))).toEqual(before)
  expect(after.toSorted()).toEqual(makeIds(500).toSorted())
  expect(after.slice(0, 20)).not.toEqual(before)
  own.toggleShuffle('album')
  expect(ids(own.getState().queue)).toEqual(makeIds(500))
})

it("adds tracks to the list while the listener's own tracks play", () => {
  player.playAlbum(album)
  addOwn('x', 'y')
  player.playFrom('user', 'x')
  player.updateList(makeAlbum('a', 'b', 'c', 'd'))
  expect(player.getState()).toMatchObject({ source: 'user', track: { id: 'x' }, nextTrack: { id: 'y' } })
  expect(ids(player.getState().naturalOrders.album)).toEqual(['a', 'b', 'c', 'd'])
})

it('does not add tracks to another list', () => {
  player.playAlbum(album)
  const before = player.getState()
  player.updateList({ ...makeAlbum('a', 'd'), id: 'other' })
  expect(player.getState()).toBe(before)
})

it('selects the list of a queue row and plays (NOW-12)', () => {
  player.playAlbum(album)
  addOwn('x', 'y')
  player.playFrom('user', 'y')
  expect(player.getState()).toMatchObject({ source: 'user', index: 1, status: 'loading', load: 2 })
  expect(output.calls.at(-1)).toBe('start y at 0')
  player.playTrack(makeTrack('b'))
  expect(player.getState()).toMatchObject({ source: 'album', index: 1 })
})

it('plays the choice of the last moment though the output has advanced to another track', () => {
  player.playAlbum(album)
  output.events.emit({ type: 'playing' })
  player.toggleShuffle('album')
  player.selectSource('user')
  output.events.emit({ type: 'advanced', track: makeTrack('b') })
  expect(player.getState()).toMatchObject({ status: 'paused', track: { id: 'a' } })
  addOwn('x', 'y')
  player.playFrom('user', 'x')
  output.events.emit({ type: 'playing' })
  output.events.emit({ type: 'advanced', track: makeTrack('a') })
  expect(output.calls.at(-1)).toBe('start y at 0')
})

it('loads the chosen track after the output advanced to another one while paused', () => {
  player.playAlbum(album)
  output.events.emit({ type: 'playing' })
  player.pause()
  output.events.emit({ type: 'advanced', track: makeTrack('c') })
  expect(current()).toBe('a')
  player.resume()
  expect(output.calls.at(-1)).toBe('start a at 0')
})
