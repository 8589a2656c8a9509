import { createFakeOutput } from '@refrain/player/output/fake-output'
import { createPlayer } from '@refrain/player/player'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { toPlayingList } from '../engine/player-track.ts'
import { lineAt, watchCurrentLine } from './current-line.ts'

const STARTS = [2, 4, 4, 6.1]
const album = makeAlbum('al1', 2)

let output: ReturnType<typeof createFakeOutput>
let player: ReturnType<typeof createPlayer>
let reported: number[]
let end: () => void

beforeEach(() => {
  vi.useFakeTimers()
  output = createFakeOutput()
  player = createPlayer({ output })
  player.playAlbum(toPlayingList(album, makeTracks(album)))
  output.events.emit({ type: 'playing' })
  reported = []
  end = watchCurrentLine(player, STARTS, line => reported.push(line))
})
afterEach(() => {
  end()
  vi.useRealTimers()
})

const at = (seconds: number) => output.events.emit({ type: 'position', position: seconds, duration: 60 })
const line = () => reported.at(-1)

it('finds the line at each second', () => {
  const seconds = [0, 1.9, 2, 3.99, 5, 6.2, 1000]
  expect(seconds.map(second => lineAt(STARTS, second))).toEqual([-1, -1, 0, 2, 2, 3, 3])
  expect(lineAt([], 5)).toBe(-1)
})

it('reports the line at each position update, forwards and backwards', () => {
  expect(line()).toBe(-1)
  at(2.5)
  expect(line()).toBe(0)
  player.seekTo(7)
  expect(line()).toBe(3)
  player.seekTo(0)
  expect(line()).toBe(-1)
})

it('reports a line when it begins, between two position updates', () => {
  at(1.8)
  vi.advanceTimersByTime(190)
  expect(line()).toBe(-1)
  vi.advanceTimersByTime(20)
  expect(line()).toBe(0)
})

it('follows the playback rate', () => {
  player.setSettings({ rate: 2 })
  at(1.8)
  vi.advanceTimersByTime(90)
  expect(line()).toBe(-1)
  vi.advanceTimersByTime(20)
  expect(line()).toBe(0)
})

it('does not advance while playback is paused, stalled or stopped', () => {
  const stall = () => output.events.emit({ type: 'waiting' })
  for (const stop of [player.pause, stall]) {
    at(1.8)
    output.events.emit({ type: 'playing' })
    stop()
    vi.advanceTimersByTime(5000)
    expect(line()).toBe(-1)
    player.resume()
  }
})

it('reports nothing after it is stopped', () => {
  at(1.8)
  end()
  const before = reported.length
  vi.advanceTimersByTime(5000)
  at(5)
  expect(reported.length).toBe(before)
})
