import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeOutput, type FakeOutput } from './output/fake-output.ts'
import { createPlayer, type Player } from './player.ts'
import type { PlayerTrack } from './state/player-state.ts'
import { makeAlbum, makeIds, makeTrack } from './testing/make-tracks.ts'

const list = makeAlbum('a', 'b', 'c')

let output: FakeOutput
let player: Player
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  output = createFakeOutput()
  player = createPlayer({ output })
})
afterEach(() => {
  vi.useRealTimers()
})

it('keeps the third of three unplayable tracks in a row: playback stops there', () => {
  player.playAlbum(makeAlbum(...makeIds(6)))
  output.events.emit({ type: 'playing' })
  for (let i = 0; i < 6; i++) output.events.emit({ type: 'unplayable', track: output.next as PlayerTrack })
  expect(player.getState().nextTrack?.id).toBe('3')
  output.events.emit({ type: 'ended' })
  expect(player.getState()).toMatchObject({
    track: { id: '3' },
    notice: { kind: 'skipped', tracks: [{ id: '1' }, { id: '2' }] },
  })
  for (const _attempt of [1, 2]) {
    output.events.emit({ type: 'failed', error: new Error('404') })
    vi.advanceTimersByTime(1_000)
  }
  expect(player.getState()).toMatchObject({
    status: 'paused',
    track: { id: '3' },
    notice: { kind: 'stopped' },
  })
})

it('remembers unplayable tracks that are no longer next', () => {
  player.playAlbum(list)
  player.addToQueue(makeTrack('x'))
  player.selectSource('user')
  output.events.emit({ type: 'unplayable', track: list.tracks[1] as PlayerTrack })
  player.selectSource('album')
  expect(player.getState().nextTrack?.id).toBe('c')
})

it('skips two more after another track was loaded', () => {
  player.playAlbum(makeAlbum(...makeIds(9)))
  for (let i = 0; i < 3; i++) output.events.emit({ type: 'unplayable', track: output.next as PlayerTrack })
  player.next()
  output.events.emit({ type: 'unplayable', track: output.next as PlayerTrack })
  expect(player.getState()).toMatchObject({ track: { id: '3' }, nextTrack: { id: '5' } })
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
