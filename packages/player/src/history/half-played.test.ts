import { beforeEach, expect, it, vi } from 'vitest'
import { createFakeOutput, type FakeOutput } from '../output/fake-output.ts'
import { createPlayer, type Player } from '../player.ts'
import type { Snapshot } from '../state/snapshot.ts'
import { makeAlbum, makeTrack } from '../testing/make-tracks.ts'
import { type HalfPlayedWatch, watchHalfPlayed } from './half-played.ts'

let output: FakeOutput
let player: Player
let counted: string[]
let watch: HalfPlayedWatch
let now: number
/** Seconds heard of each load that ended. */
let heard: number[]
beforeEach(() => {
  output = createFakeOutput()
  player = createPlayer({ output })
  counted = []
  heard = []
  now = 0
  watch = watchHalfPlayed(
    player,
    track => {
      counted.push(track.id)
      return seconds => heard.push(seconds)
    },
    { now: () => now },
  )
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
  const counts = vi.fn<() => undefined>()
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
  watch.unsubscribe()
  output.events.emit({ type: 'position', position: 100, duration: 200 })
  expect(counted).toEqual(['a'])
})

/** Plays from one position to another, with an event for each second. */
function playThrough(from: number, to: number, rate = 1): void {
  for (let position = from; position <= to; position++) {
    output.events.emit({ type: 'position', position, duration: 100 })
    now += 1000 / rate
  }
}

it('says how many seconds were heard when the load ends, once', () => {
  play('a', 'b')
  playThrough(0, 60)
  expect(heard).toEqual([])
  output.events.emit({ type: 'ended' })
  watch.endLoad()
  expect(heard).toEqual([60])
})

it('hears neither seeks nor pauses, but repeats within a load and double speed', () => {
  play('a', 'b')
  playThrough(0, 20)
  player.seekTo(70)
  playThrough(70, 80)
  player.pause()
  now += 600_000
  player.seekTo(90)
  player.seekTo(10)
  player.resume()
  output.events.emit({ type: 'playing' })
  playThrough(10, 30, 2)
  player.next()
  expect(heard).toEqual([50])
})

it('says nothing of a load that was not counted', () => {
  play('a', 'b')
  playThrough(0, 30)
  player.next()
  watch.endLoad()
  expect(heard).toEqual([])
})

it('ends a load early when the page is left, and does not end it again', () => {
  play('a', 'b')
  playThrough(0, 55)
  watch.endLoad()
  playThrough(56, 70)
  player.next()
  expect(heard).toEqual([55])
})
