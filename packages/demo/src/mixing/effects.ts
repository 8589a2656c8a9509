import type { Effect } from '../compose/score.ts'
import { SAMPLE_RATE } from './bus.ts'

/** Low-pass or high-pass filter, 12 dB per octave; the cutoff is in Hz or a function of the time in seconds. */
export function filter(
  kind: 'low' | 'high',
  cutoffAt: number | ((seconds: number) => number),
  resonance = 0,
): Effect {
  return bus => {
    filterChannel(bus.left, bus.start, kind, cutoffAt, resonance)
    filterChannel(bus.right, bus.start, kind, cutoffAt, resonance)
  }
}

/** Samples between two updates of a modulated parameter. */
const STEP = 64

function filterChannel(
  samples: Float32Array,
  start: number,
  kind: 'low' | 'high',
  cutoffAt: number | ((seconds: number) => number),
  resonance: number,
): void {
  const damping = Math.SQRT2 - 1.2 * resonance
  let low = 0
  let band = 0
  const dry = kind === 'high' ? 1 : 0
  const takeBand = kind === 'high' ? -damping : 0
  const takeLow = kind === 'high' ? -1 : 1
  for (let from = 0; from < samples.length; from += STEP) {
    const cutoff = typeof cutoffAt === 'number' ? cutoffAt : cutoffAt((from + start) / SAMPLE_RATE)
    const g = Math.tan(Math.PI * Math.min(0.45, Math.max(10, cutoff) / SAMPLE_RATE))
    const a1 = 1 / (1 + g * (g + damping))
    const a2 = g * a1
    const a3 = g * a2
    // Denormal numbers would slow the filter down.
    if (Math.abs(low) + Math.abs(band) < 1e-12) {
      low = 0
      band = 0
    }
    const to = Math.min(samples.length, from + STEP)
    for (let i = from; i < to; i++) {
      const input = samples[i]!
      const v3 = input - low
      const v1 = a1 * band + a2 * v3
      const v2 = low + a2 * band + a3 * v3
      band = 2 * v1 - band
      low = 2 * v2 - low
      samples[i] = dry * input + takeBand * v1 + takeLow * v2
    }
  }
}

/** Chorus with one modulated delay per channel; `speed` in Hz. */
export function chorus(depth = 0.5, speed = 0.6): Effect {
  return bus => {
    modulateDelay(bus.left, bus.start, depth, speed, 0)
    modulateDelay(bus.right, bus.start, depth, speed * 1.07, 1.9)
  }
}

function modulateDelay(
  samples: Float32Array,
  start: number,
  depth: number,
  speed: number,
  phase: number,
): void {
  const line = new Float32Array(2048)
  const scale = 1 / (1 + depth * 0.6)
  const delayAt = (t: number) => 520 + 210 * Math.sin(phase + (2 * Math.PI * speed * t) / SAMPLE_RATE)
  let position = 0
  for (let from = 0; from < samples.length; from += STEP) {
    let delay = delayAt(from + start)
    const slope = (delayAt(from + start + STEP) - delay) / STEP
    const to = Math.min(samples.length, from + STEP)
    for (let i = from; i < to; i++) {
      const input = samples[i]!
      line[position] = input
      const read = position - delay + 2048
      const whole = read | 0
      const a = line[whole & 2047]!
      samples[i] = (input + (a + (line[(whole + 1) & 2047]! - a) * (read - whole)) * depth) * scale
      position = (position + 1) & 2047
      delay += slope
    }
  }
}

/** Amplitude modulation; `speed` in Hz, `spread` 0 (both channels in phase) to 1 (auto-pan). */
export function tremolo(depth: number, speed: number, spread = 1): Effect {
  return bus => {
    const { left, right } = bus
    let l = 1
    let r = 1
    for (let i = 0; i < left.length; i++) {
      if (i % 32 === 0) {
        const angle = (2 * Math.PI * speed * (i + bus.start)) / SAMPLE_RATE
        l = 1 - depth * (0.5 + 0.5 * Math.sin(angle))
        r = 1 - depth * (0.5 + 0.5 * Math.sin(angle + Math.PI * spread))
      }
      left[i] = left[i]! * l
      right[i] = right[i]! * r
    }
  }
}

/** Soft saturation; `asymmetry` adds even harmonics. */
export function drive(amount: number, asymmetry = 0): Effect {
  return bus => {
    saturate(bus.left, amount, asymmetry)
    saturate(bus.right, amount, asymmetry)
  }
}

function saturate(samples: Float32Array, amount: number, asymmetry: number): void {
  const rest = asymmetry / (1 + Math.abs(asymmetry))
  const scale = 1 / Math.sqrt(amount)
  for (let i = 0; i < samples.length; i++) {
    const hot = samples[i]! * amount + asymmetry
    samples[i] = (hot / (1 + Math.abs(hot)) - rest) * scale
  }
}

/** Sidechain ducking at the given times (seconds), usually those of the kick drum. */
export function duck(moments: readonly number[], depth: number, recovery: number): Effect {
  return bus => {
    const { left, right } = bus
    const length = Math.round(recovery * SAMPLE_RATE)
    for (let m = 0; m < moments.length; m++) {
      const at = Math.round(moments[m]! * SAMPLE_RATE) - bus.start
      const next = m + 1 < moments.length ? Math.round(moments[m + 1]! * SAMPLE_RATE) - bus.start : Infinity
      const end = Math.min(at + length, next, left.length)
      for (let i = Math.max(0, at); i < end; i++) {
        const t = (i - at) / length
        const dip = i - at < 90 ? (i - at) / 90 : 1
        const gain = 1 - depth * dip * (1 - t) * (1 - t)
        left[i] = left[i]! * gain
        right[i] = right[i]! * gain
      }
    }
  }
}

/** Tape wow and flutter, the same in both channels. */
export function wobble(cents: number): Effect {
  return bus => {
    const swing = (cents * 0.00057779 * SAMPLE_RATE) / (2 * Math.PI * 0.7)
    varySpeed(bus.left, bus.start, swing)
    varySpeed(bus.right, bus.start, swing)
  }
}

function varySpeed(samples: Float32Array, start: number, swing: number): void {
  const line = new Float32Array(4096)
  const turn = (2 * Math.PI) / SAMPLE_RATE
  const delayAt = (t: number) => 1000 + swing * (Math.sin(0.7 * turn * t) + 0.11 * Math.sin(5.3 * turn * t))
  let position = 0
  for (let from = 0; from < samples.length; from += STEP) {
    let delay = delayAt(from + start)
    const slope = (delayAt(from + start + STEP) - delay) / STEP
    const to = Math.min(samples.length, from + STEP)
    for (let i = from; i < to; i++) {
      line[position] = samples[i]!
      const read = position - delay + 4096
      const whole = read | 0
      const a = line[whole & 4095]!
      samples[i] = a + (line[(whole + 1) & 4095]! - a) * (read - whole)
      position = (position + 1) & 4095
      delay += slope
    }
  }
}
