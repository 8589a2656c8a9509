import { beforeEach, expect, it } from 'vitest'
import { createFakeOutput, type FakeOutput } from './output/fake-output.ts'
import { createPlayer, type Player } from './player.ts'
import type { PlayerTrack } from './state/player-state.ts'
import { makeAlbum, makeTrack } from './testing/make-tracks.ts'

const list = makeAlbum('a', 'b', 'c')

let output: FakeOutput
let player: Player
beforeEach(() => {
  output = createFakeOutput()
  player = createPlayer({ output })
})

it('skips at most ten unplayable tracks', () => {
  const ids = Array.from({ length: 20 }, (_, i) => `t${i}`)
  player.playAlbum(makeAlbum(...ids))
  for (let i = 0; i < 20; i++) output.events.emit({ type: 'unplayable', track: output.next as PlayerTrack })
  expect(player.getState().nextTrack?.id).toBe('t11')
})

it('remembers unplayable tracks that are no longer next', () => {
  player.playAlbum(list)
  player.addToQueue(makeTrack('x'))
  player.selectSource('user')
  output.events.emit({ type: 'unplayable', track: list.tracks[1] as PlayerTrack })
  player.selectSource('album')
  expect(player.getState().nextTrack?.id).toBe('c')
})

it('skips ten more after another track was loaded', () => {
  const ids = Array.from({ length: 30 }, (_, i) => `t${i}`)
  player.playAlbum(makeAlbum(...ids))
  for (let i = 0; i < 12; i++) output.events.emit({ type: 'unplayable', track: output.next as PlayerTrack })
  player.next()
  output.events.emit({ type: 'unplayable', track: output.next as PlayerTrack })
  expect(player.getState()).toMatchObject({ track: { id: 't11' }, nextTrack: { id: 't13' } })
})

it('tries an unplayable track again when it or its list is started', () => {
  player.playAlbum(list)
  output.events.emit({ type: 'unplayable', track: list.tracks[1] as PlayerTrack })
  player.playFrom('album', 'b')
  player.previous()
  expect(player.getState().nextTrack?.id).toBe('b')
  output.events.emit({ type: 'unplayable', track: list.tracks[1] as PlayerTrack })
  player.previous()
  player.previous()
  expect(player.getState().track?.id).toBe('a')
  player.playAlbum(list)
  expect(player.getState().nextTrack?.id).toBe('b')
})

it('skips a next track that cannot be played', () => {
  player.playAlbum(list)
  output.events.emit({ type: 'unplayable', track: list.tracks[1] as PlayerTrack })
  expect(player.getState().nextTrack?.id).toBe('c')
  expect(output.next?.id).toBe('c')
  player.next()
  expect(player.getState().track?.id).toBe('c')
})
