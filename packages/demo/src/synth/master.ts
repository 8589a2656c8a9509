import { type Bus, SAMPLE_RATE, scratchChannel } from './bus.ts'
import { filter } from './effects.ts'
import { integratedLoudness } from './loudness.ts'

/** Integrated loudness every track is brought to, in LUFS. */
export const TARGET_LOUDNESS = -14
/** What no peak passes even after encoding: -1 dB. */
export const HIGHEST_PEAK = 10 ** (-1 / 20)
/** No sample passes this before encoding; the rest is left to what encoding and true peaks add. */
export const CEILING = 10 ** (-2.6 / 20)

const LOOKAHEAD = 220
const RELEASE = 0.09

/** Finds the gain (dB) that brings a mix to the target once the limiter has taken its share. */
export function findGain(bus: Bus): number {
  const measured = integratedLoudness(bus.left, bus.right)
  return Number.isFinite(measured) ? TARGET_LOUDNESS - measured : 0
}

/** Takes away what lies under 25 Hz, and with it any offset. */
export function clean(bus: Bus): void {
  filter('high', 25)(bus)
}

/**
 * Applies a gain in decibels and holds every peak under the ceiling, looking five milliseconds ahead.
 * Answers the smallest factor it had to apply; 1 where nothing was too loud.
 */
export function amplifyAndLimit(bus: Bus, gainDb: number): number {
  const { left, right } = bus
  const gain = 10 ** (gainDb / 20)
  const length = left.length
  const release = Math.exp(-1 / (RELEASE * SAMPLE_RATE))
  const needed = scratchChannel(0, length)
  for (let i = 0; i < length; i++) {
    const l = left[i]! * gain
    const r = right[i]! * gain
    left[i] = l
    right[i] = r
    const peak = Math.max(Math.abs(l), Math.abs(r))
    needed[i] = peak > CEILING ? CEILING / peak : 1
  }
  lowestAhead(needed)
  // Down at once (the mean below makes it smooth), back up slowly.
  let held = 1
  for (let i = 0; i < length; i++) {
    const target = needed[i]!
    held = target < held ? target : target + (held - target) * release
    needed[i] = held
  }
  // The mean over the lookahead never lies above the gain its last sample needs.
  let sum = LOOKAHEAD
  let deepest = 1
  const ring = new Float64Array(LOOKAHEAD).fill(1)
  let p = 0
  for (let i = 0; i < length; i++) {
    sum += needed[i]! - ring[p]!
    ring[p] = needed[i]!
    if (++p === LOOKAHEAD) p = 0
    const factor = sum / LOOKAHEAD
    if (factor < deepest) deepest = factor
    left[i] = Math.max(-CEILING, Math.min(CEILING, left[i]! * factor))
    right[i] = Math.max(-CEILING, Math.min(CEILING, right[i]! * factor))
  }
  return deepest
}

/** Replaces each value by the smallest among itself and the lookahead that follows, in place. */
function lowestAhead(values: Float32Array): void {
  let at = -1
  for (let i = 0; i < values.length; i++) {
    const last = Math.min(values.length, i + LOOKAHEAD) - 1
    if (at < i) {
      at = i
      for (let k = i + 1; k <= last; k++) if (values[k]! <= values[at]!) at = k
    } else if (values[last]! <= values[at]!) at = last
    values[i] = values[at]!
  }
}
