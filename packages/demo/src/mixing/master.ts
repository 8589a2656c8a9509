import { type Bus, SAMPLE_RATE, scratchChannel } from './bus.ts'
import { filter } from './effects.ts'
import { integratedLoudness } from './loudness.ts'

/** Integrated loudness of every track, in LUFS. */
export const TARGET_LOUDNESS = -14
/** Upper bound of the true peak after encoding: -1 dB. */
export const HIGHEST_PEAK = 10 ** (-1 / 20)
/** Limiter ceiling before encoding; leaves headroom for true peaks and encoder overshoot. */
export const CEILING = 10 ** (-2.6 / 20)

const LOOKAHEAD = 220
const RELEASE = 0.09

/** Gain in dB that brings a mix to the target loudness. */
export function findGain(bus: Bus): number {
  const measured = integratedLoudness(bus.left, bus.right)
  return Number.isFinite(measured) ? TARGET_LOUDNESS - measured : 0
}

/** Removes frequencies below 25 Hz and any DC offset. */
export function removeRumble(bus: Bus): void {
  filter('high', 25)(bus)
}

/**
 * Applies a gain in decibels and a limiter with 5 ms of lookahead.
 * @returns the smallest gain factor of the limiter; 1 if it did nothing
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
  minimumAhead(needed)
  // Instant attack (smoothed by the moving average below), slow release.
  let held = 1
  for (let i = 0; i < length; i++) {
    const target = needed[i]!
    held = target < held ? target : target + (held - target) * release
    needed[i] = held
  }
  // A moving average over the lookahead never exceeds the gain that its last sample needs.
  let sum = LOOKAHEAD
  let smallest = 1
  const ring = new Float64Array(LOOKAHEAD).fill(1)
  let p = 0
  for (let i = 0; i < length; i++) {
    sum += needed[i]! - ring[p]!
    ring[p] = needed[i]!
    if (++p === LOOKAHEAD) p = 0
    const factor = sum / LOOKAHEAD
    if (factor < smallest) smallest = factor
    left[i] = Math.max(-CEILING, Math.min(CEILING, left[i]! * factor))
    right[i] = Math.max(-CEILING, Math.min(CEILING, right[i]! * factor))
  }
  return smallest
}

/** Replaces each value by the minimum of itself and the following lookahead window, in place. */
function minimumAhead(values: Float32Array): void {
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
