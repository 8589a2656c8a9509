import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PlayerTrack } from '../../state/player-state.ts'
import type { StreamGain } from '../../streams/stream-index.ts'
import { DeckLoudness } from './deck-loudness.ts'

const LENGTH = 100
/** Gains in dB; the target lies 4 dB above their reference. */
const LOUD = -10
const QUIET = 2
const loudnessOf: Record<string, number> = { loud: LOUD, quiet: QUIET, second: QUIET, first: LOUD }

const trackOf = (id: string, given: Partial<PlayerTrack> = {}) =>
  ({ id, albumId: id, disc: 1, number: 0, durationSeconds: LENGTH, ...given }) as PlayerTrack
const loud = trackOf('loud')
const quiet = trackOf('quiet')
const unknown = trackOf('unknown')
const first = trackOf('first', { albumId: 'album', number: 1 })
const second = trackOf('second', { albumId: 'album', number: 2 })

let calls: string[]
let lookups: string[]
let loudness: DeckLoudness
beforeEach(() => {
  vi.useFakeTimers()
  calls = []
  lookups = []
  loudness = createLoudness()
  loudness.setSettings({ gain: 'track', rate: 1 })
})
afterEach(() => {
  vi.useRealTimers()
})

const createLoudness = (canSetVolume = true) =>
  new DeckLoudness({
    canSetVolume,
    gain: {
      setFactor: factor => void calls.push(`factor ${factor.toFixed(2)}`),
      amplify: () => void calls.push('amplify'),
      amplifyIfSilent: () => void calls.push('amplify if silent'),
    },
    async findGain({ id }) {
      lookups.push(id)
      const track = loudnessOf[id]
      if (track === undefined) throw new Error('Nobody tells.')
      return { track, album: null, trackPeak: null, albumPeak: null } as StreamGain
    },
  })

const settle = () => vi.advanceTimersByTimeAsync(0)

async function play(track: PlayerTrack, next: PlayerTrack): Promise<void> {
  loudness.start(track)
  loudness.setNext(next)
  await settle()
  loudness.onPlaying()
  await settle()
}

it('plays a track of unknown loudness as it is, whatever played before', async () => {
  await play(loud, unknown)
  expect(calls.at(-1)).toBe('factor 0.50')
  loudness.advance(unknown)
  await settle()
  expect(calls.at(-1)).toBe('factor 1.00')
})

it('routes the audio through Web Audio before the first amplified track begins', async () => {
  await play(loud, quiet)
  expect(calls).toEqual(['factor 1.00', 'factor 0.50', 'amplify if silent'])
  loudness.onPosition(LENGTH - 1.5, LENGTH)
  await vi.advanceTimersByTimeAsync(600)
  expect(calls).not.toContain('amplify')
  loudness.onPosition(LENGTH - 0.9, LENGTH)
  await vi.advanceTimersByTimeAsync(590)
  expect(calls).not.toContain('amplify')
  await vi.advanceTimersByTimeAsync(20)
  expect(calls.at(-1)).toBe('amplify')
})

it('times the end of the track by the clock at any speed', async () => {
  await play(loud, quiet)
  loudness.setSettings({ gain: 'track', rate: 2 })
  loudness.onPosition(LENGTH - 1.8, LENGTH)
  await vi.advanceTimersByTimeAsync(590)
  expect(calls).not.toContain('amplify')
  await vi.advanceTimersByTimeAsync(20)
  expect(calls.at(-1)).toBe('amplify')
})

it('uses an earlier silence for the rerouting', async () => {
  await play(loud, quiet)
  calls.length = 0
  loudness.onSilence()
  expect(calls).toEqual(['amplify if silent'])
})

it('cancels the rerouting after a pause, another track or another next track', async () => {
  for (const act of [
    () => loudness.onSilence(),
    () => loudness.start(loud),
    () => loudness.setNext(loud),
    () => loudness.stop(),
  ]) {
    await play(loud, quiet)
    loudness.onPosition(LENGTH - 0.9, LENGTH)
    act()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(calls).not.toContain('amplify')
  }
})

it('waits for a silence between consecutive tracks of an album', async () => {
  await play(first, second)
  loudness.onPosition(LENGTH - 0.5, LENGTH)
  await vi.advanceTimersByTimeAsync(500)
  loudness.advance(second)
  await settle()
  expect(calls).not.toContain('amplify')
  expect(calls.at(-1)).toBe('factor 2.00')
  calls.length = 0
  loudness.onSilence()
  expect(calls).toEqual(['amplify if silent'])
})

it('looks up the next track once, and only when the current one plays', async () => {
  loudness.start(loud)
  loudness.setNext(quiet)
  await settle()
  expect(lookups).toEqual(['loud'])
  loudness.onPlaying()
  loudness.onPlaying()
  await settle()
  expect(lookups).toEqual(['loud', 'quiet'])
})

it('looks nothing up while normalisation is off', async () => {
  loudness.setSettings({ gain: 'off', rate: 1 })
  await play(quiet, loud)
  expect(lookups).toEqual([])
  expect(calls).not.toContain('amplify')
  expect(calls.at(-1)).toBe('factor 1.00')
})

it('makes nothing louder where the volume cannot be set, unless the listener chose the gain', async () => {
  loudness = createLoudness(false)
  loudness.setSettings({ gain: 'track', isGainAutomatic: true, rate: 1 })
  await play(quiet, second)
  await play(loud, second)
  expect(calls.filter(call => call.startsWith('amplify'))).toEqual([])
  expect(calls).toContain('factor 0.50')
  loudness.setSettings({ gain: 'track', isGainAutomatic: false, rate: 1 })
  await play(quiet, second)
  expect(calls).toContain('amplify')
})
