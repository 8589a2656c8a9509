import { expect, it } from 'vitest'
import { createFakeOutput } from '../output/fake-output.ts'
import { createPlayer } from '../player.ts'
import type { PlayingList } from '../state/player-state.ts'
import { makeTrack } from '../testing/make-tracks.ts'
import { keyOf } from './id-index.ts'

/** A playlist of a, b, a, c. */
const ROUNDS: PlayingList = {
  ...{ id: 'list', title: 'Rounds', type: 'playlist' },
  tracks: [makeTrack('a'), makeTrack('b'), makeTrack('a', { entryId: 'a.1' }), makeTrack('c')],
}

function start() {
  const output = createFakeOutput()
  const player = createPlayer({ output, random: () => 0 })
  const state = player.getState
  const keys = () => state().queue.map(keyOf)
  const next = () => state().nextTrack && keyOf(state().nextTrack!)
  return { output, player, state, keys, next }
}

it('plays from the entry that was chosen, and goes on after it (SUB-110)', () => {
  const { player, state, keys, next } = start()
  player.playAlbum(ROUNDS, 'a.1')
  expect([keys(), state().index, next()]).toEqual([['a', 'b', 'a.1', 'c'], 2, 'c'])
  player.playAlbum(ROUNDS, 'a')
  expect([state().index, next()]).toEqual([0, 'b'])
  player.next()
  expect([state().index, next()]).toEqual([1, 'a.1'])
})

it('goes on gaplessly with another entry of the same track', () => {
  const { output, player, state, next } = start()
  const twice = { ...ROUNDS, tracks: [makeTrack('a'), makeTrack('a', { entryId: 'a.1' }), makeTrack('c')] }
  player.playAlbum(twice)
  output.events.emit({ type: 'playing' })
  output.events.emit({ type: 'advanced', track: twice.tracks[1]! })
  expect([state().index, next()]).toEqual([1, 'c'])
})

it('shuffles all entries, and restores their order', () => {
  const { player, keys } = start()
  player.playAlbum(ROUNDS, 'a.1')
  player.toggleShuffle('album')
  expect(keys().toSorted()).toEqual(['a', 'a.1', 'b', 'c'])
  player.toggleShuffle('album')
  expect(keys()).toEqual(['a', 'b', 'a.1', 'c'])
})

it('finds its track in a list without that entry', () => {
  const { player, state, next } = start()
  player.playAlbum(ROUNDS, 'a.1')
  player.updateList({ ...ROUNDS, tracks: [makeTrack('c'), makeTrack('a'), makeTrack('b')] })
  expect([state().index, next()]).toEqual([1, 'b'])
})
