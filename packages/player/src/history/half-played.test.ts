import { beforeEach, expect, it, vi } from 'vitest'
import { createFakeOutput, type FakeOutput } from '../output/fake-output.ts'
import { createPlayer, type Player } from '../player.ts'
import type { Snapshot } from '../state/snapshot.ts'
import { makeAlbum, makeTrack } from '../testing/make-tracks.ts'
import { watchHalfPlayed } from './half-played.ts'

let output: FakeOutput
let player: Player
let counted: string[]
let end: () => void
beforeEach(() => {
  output = createFakeOutput()
  player = createPlayer({ output })
  counted = []
  end = watchHalfPlayed(player, track => counted.push(track.id))
})

const snapshotAt = (position: number): Snapshot => ({
  track: makeTrack('a'),
  position,
  list: null,
  source: 'album',
  naturalOrders: { album: [makeTrack('a')], user: [] },
  shuffled: { album: false, user: false },
  orders: { album: [], user: [] },
})

function play(...ids: string[]): void {
  player.playAlbum(makeAlbum(...ids))
  output.events.emit({ type: 'playing' })
}

it('counts a track at half of its duration, not before, and once (ENG-13, ENG-14)', () => {
  play('a', 'b')
  output.events.emit({ type: 'position', position: 49.9, duration: 100 })
  expect(counted).toEqual([])
  output.events.emit({ type: 'position', position: 50, duration: 100 })
  output.events.emit({ type: 'position', position: 51, duration: 100 })
  player.seekTo(0)
  output.events.emit({ type: 'position', position: 50, duration: 100 })
  expect(counted).toEqual(['a'])
})

it('uses the exact duration, not that of the catalogue (ENG-13)', () => {
  play('a')
  output.events.emit({ type: 'position', position: 60, duration: 200 })
  expect(counted).toEqual([])
  output.events.emit({ type: 'position', position: 100, duration: 200 })
  expect(counted).toEqual(['a'])
})

it('counts a seek beyond the half as soon as it plays (ENG-13)', () => {
  play('a')
  player.pause()
  player.seekTo(80)
  expect(counted).toEqual([])
  player.resume()
  output.events.emit({ type: 'playing' })
  expect(counted).toEqual(['a'])
})

it('does not count pause and resume as a new start (READ-54)', () => {
  play('a')
  output.events.emit({ type: 'position', position: 60, duration: 100 })
  player.pause()
  player.resume()
  output.events.emit({ type: 'playing' })
  output.events.emit({ type: 'position', position: 70, duration: 100 })
  expect(counted).toEqual(['a'])
})

it('counts next, the end of a track, an advance and a repetition as starts (READ-54)', () => {
  play('a', 'b')
  output.events.emit({ type: 'position', position: 60, duration: 100 })
  player.next()
  output.events.emit({ type: 'playing' })
  output.events.emit({ type: 'position', position: 60, duration: 100 })
  output.events.emit({ type: 'ended' })
  output.events.emit({ type: 'playing' })
  output.events.emit({ type: 'position', position: 60, duration: 100 })
  output.events.emit({ type: 'advanced', track: makeTrack('b') })
  output.events.emit({ type: 'position', position: 60, duration: 100 })
  play('a')
  output.events.emit({ type: 'position', position: 60, duration: 100 })
  output.events.emit({ type: 'advanced', track: makeTrack('a') })
  output.events.emit({ type: 'position', position: 60, duration: 100 })
  expect(counted).toEqual(['a', 'b', 'a', 'b', 'a', 'a'])
})

it('does not count a new start because the old one was beyond its half', () => {
  play('a', 'b')
  output.events.emit({ type: 'position', position: 60, duration: 100 })
  player.next()
  output.events.emit({ type: 'playing' })
  expect(counted).toEqual(['a'])
})

it('counts a restored track before its half, but not beyond it (READ-54, PROP-50)', () => {
  player.restore(snapshotAt(40))
  player.resume()
  output.events.emit({ type: 'playing' })
  output.events.emit({ type: 'position', position: 50, duration: 100 })
  expect(counted).toEqual(['a'])

  const again = createFakeOutput()
  const later = createPlayer({ output: again })
  const counts = vi.fn()
  watchHalfPlayed(later, counts)
  later.restore(snapshotAt(60))
  later.resume()
  again.events.emit({ type: 'playing' })
  again.events.emit({ type: 'position', position: 61, duration: 100 })
  expect(counts).not.toHaveBeenCalled()
})

it('counts nothing before a duration is known or after unsubscribing', () => {
  player.playAlbum({ ...makeAlbum('a'), tracks: [makeTrack('a', { durationSeconds: 0 })] })
  output.events.emit({ type: 'playing' })
  expect(counted).toEqual([])
  output.events.emit({ type: 'position', position: 100, duration: 200 })
  expect(counted).toEqual(['a'])
  player.next()
  output.events.emit({ type: 'playing' })
  end()
  output.events.emit({ type: 'position', position: 100, duration: 200 })
  expect(counted).toEqual(['a'])
})
