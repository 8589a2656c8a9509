import { SAMPLE_RATE } from '../mixing/bus.ts'
import { whiteNoise } from '../random.ts'
import { addPartial, oneShot, type RenderHit, smoothEnds } from './one-shot.ts'
import { WAVE_LENGTH, wavetable } from './wavetable.ts'

/** Piano: inharmonic partials with a fast and a slow decay each; more `felt` gives a darker tone. */
function pianoStroke(felt: number): RenderHit {
  return (frequency, force, random, ring) => {
    const out = new Float32Array(Math.round(ring * SAMPLE_RATE))
    const stretch = 0.00012 * (frequency / 130)
    const long = 9 / (1 + frequency / 260)
    const brightness = (2.1 + 4.2 * force) * (1 - 0.52 * felt)
    const count = Math.min(22, Math.floor(9500 / frequency))
    for (let n = 1; n <= count; n++) {
      const f = frequency * n * Math.sqrt(1 + stretch * n * n)
      // A hammer at 1/8 of the string suppresses every eighth partial.
      const struckAt = Math.abs(Math.sin((Math.PI * n) / 8.2)) + 0.12
      const body = 1 / (1 + (60 / f) ** 2)
      const amplitude = (struckAt * body * Math.exp(-(n - 1) / brightness)) / n ** 0.35
      if (amplitude < 0.0015) continue
      const life = Math.max(0.25, long / (1 + 0.16 * n + f / 5200))
      addPartial(out, f, amplitude * 0.62, life * 0.42, random.range(-0.4, 0.4))
      addPartial(
        out,
        f * (1 + random.range(-1, 1) * 0.00042),
        amplitude * 0.44,
        life,
        random.range(-0.4, 0.4),
      )
    }
    const noise = whiteNoise()
    const offset = random.integer(0, 50000)
    let low = 0
    for (let i = 0; i < 2600; i++) {
      low += (noise[(i + offset) & 65535]! - low) * (0.03 + 0.05 * force)
      out[i] = out[i]! + low * (0.35 + 0.3 * felt) * (1 - i / 2600) ** 3
    }
    return smoothEnds(out, 0.0015 + felt * 0.004)
  }
}

export const grandPiano = () =>
  oneShot('grand', pianoStroke(0.12), { ring: 4.5, release: 0.22, level: 0.2, spread: 0.45 })
export const feltPiano = () =>
  oneShot('felt', pianoStroke(0.85), { ring: 4.5, release: 0.5, level: 0.27, spread: 0.4 })

/** Electric piano by two-operator FM, brighter with more force. */
const electricStroke: RenderHit = (frequency, force, random, ring) => {
  const out = new Float32Array(Math.round(ring * SAMPLE_RATE))
  const sine = wavetable('sine', 20)
  const step = (frequency * WAVE_LENGTH) / SAMPLE_RATE
  const mask = WAVE_LENGTH - 1
  let carrier = 0
  let modulator = 0
  let tine = random.range(0, WAVE_LENGTH)
  let index = (0.35 + 1.5 * force * force) * WAVE_LENGTH * 0.16 * Math.min(1, 500 / frequency + 0.25)
  let body = 1
  let bell = 0.05 + 0.22 * force
  const bodyDecay = Math.exp(-1 / ((2.6 / (1 + frequency / 700)) * SAMPLE_RATE * 0.6))
  const indexDecay = Math.exp(-1 / (0.5 * SAMPLE_RATE))
  const bellDecay = Math.exp(-1 / (0.13 * SAMPLE_RATE))
  const tineStep = Math.min(step * 9.02, WAVE_LENGTH * 0.3)
  for (let i = 0; i < out.length; i++) {
    const m = sine[modulator & mask]!
    const c = sine[(carrier + m * index + WAVE_LENGTH * 4) & mask]!
    out[i] = body * (c + bell * sine[tine & mask]! * body)
    carrier += step
    modulator += step * 1.0004
    tine += tineStep
    if (carrier > 1e6) carrier -= WAVE_LENGTH * 400
    if (modulator > 1e6) modulator -= WAVE_LENGTH * 400
    if (tine > 1e6) tine -= WAVE_LENGTH * 400
    body *= bodyDecay
    index *= indexDecay
    bell *= bellDecay
  }
  return smoothEnds(out, 0.0012)
}

export const electricPiano = () =>
  oneShot('electric', electricStroke, { ring: 3.6, release: 0.16, level: 0.3, spread: 0.3 })

/** Mallet instruments and bells from a list of partials, each [ratio, level, decay in seconds]. */
function barStroke(partials: readonly (readonly [number, number, number])[], knock: number): RenderHit {
  return (frequency, force, random, ring) => {
    const out = new Float32Array(Math.round(ring * SAMPLE_RATE))
    for (const [ratio, loudness, seconds] of partials) {
      const tamed = ratio > 1.5 ? loudness * (0.35 + 0.9 * force) : loudness
      const life = seconds / (1 + frequency / 1400)
      addPartial(out, frequency * ratio, tamed, life, 0)
      addPartial(out, frequency * ratio * 1.0011, tamed * 0.25, life * 0.9, 1)
    }
    const noise = whiteNoise()
    const offset = random.integer(0, 50000)
    for (let i = 0; i < 400; i++)
      out[i] = out[i]! + noise[(i + offset) & 65535]! * knock * force * (1 - i / 400) ** 4
    return smoothEnds(out, 0.0006)
  }
}

const vibraphoneBars = [
  [1, 1, 4.2],
  [4, 0.28, 1.4],
  [10.1, 0.08, 0.4],
] as const
const kalimbaTines = [
  [1, 1, 1.6],
  [2.01, 0.12, 1],
  [5.4, 0.2, 0.22],
  [8.9, 0.1, 0.1],
] as const
const glassBells = [
  [1, 1, 3.6],
  [2.76, 0.5, 2.2],
  [5.4, 0.24, 1.2],
  [8.93, 0.12, 0.7],
] as const
const celestaBars = [
  [1, 1, 2.4],
  [2, 0.16, 1.6],
  [4.06, 0.3, 0.7],
  [7.1, 0.08, 0.3],
] as const

export const vibraphone = () =>
  oneShot('vibes', barStroke(vibraphoneBars, 0.12), { ring: 4, release: 0.3, level: 0.34, spread: 0.5 })
export const kalimba = () =>
  oneShot('kalimba', barStroke(kalimbaTines, 0.4), { ring: 2, release: 0.4, level: 0.4, spread: 0.5 })
export const bells = () =>
  oneShot('bells', barStroke(glassBells, 0.05), { ring: 4, release: 1.4, level: 0.22, spread: 0.7 })
export const celesta = () =>
  oneShot('celesta', barStroke(celestaBars, 0.15), { ring: 2.6, release: 0.5, level: 0.3, spread: 0.4 })
