import { SAMPLE_RATE } from '../mixing/bus.ts'
import { NOISE_LENGTH, type Random, whiteNoise } from '../random.ts'
import { smoothEnds } from './one-shot.ts'

/** A drum skin: a sine falling from one frequency to another (Hz) with a click at the start. */
export function sweepHit(
  random: Random,
  spec: { from: number; to: number; fall: number; seconds: number; click: number; level: number },
): Float32Array {
  const out = new Float32Array(Math.round(spec.seconds * 1.15 * SAMPLE_RATE))
  const noise = whiteNoise()
  const offset = random.integer(0, NOISE_LENGTH - 1)
  const to = spec.to * random.range(0.99, 1.01)
  let phase = 0
  let sweep = spec.from - to
  const sweepDecay = Math.exp(-1 / (spec.fall * SAMPLE_RATE))
  let level = spec.level
  const decay = Math.exp(-4.6 / (spec.seconds * SAMPLE_RATE))
  for (let i = 0; i < out.length; i++) {
    phase += (2 * Math.PI * (to + sweep)) / SAMPLE_RATE
    sweep *= sweepDecay
    const body = Math.sin(phase) * level
    const click =
      i < 180 ? noise[(i + offset) & (NOISE_LENGTH - 1)]! * spec.click * (1 - i / 180) ** 2 * spec.level : 0
    const value = (body + click) * 1.25
    out[i] = value / (1 + 0.35 * Math.abs(value))
    level *= decay
  }
  return smoothEnds(out, 0.0004)
}

/** Snares, claps and shakers: band-passed noise (centre in Hz, width as a ratio), optionally with a tone or in bursts. */
export function noiseHit(
  random: Random,
  spec: {
    seconds: number
    band: number
    width: number
    level: number
    tone?: number
    bursts?: number
    attack?: number
  },
): Float32Array {
  const out = new Float32Array(Math.round(spec.seconds * 1.2 * SAMPLE_RATE))
  const noise = whiteNoise()
  const offset = random.integer(0, NOISE_LENGTH - 1)
  const g = Math.tan((Math.PI * spec.band * random.range(0.96, 1.04)) / SAMPLE_RATE)
  const damping = spec.width
  const a1 = 1 / (1 + g * (g + damping))
  const a2 = g * a1
  const a3 = g * a2
  let low = 0
  let band = 0
  const decay = Math.exp(-5.5 / (spec.seconds * SAMPLE_RATE))
  const toneDecay = Math.exp(-1 / (0.06 * SAMPLE_RATE))
  const attack = (spec.attack ?? 0.0006) * SAMPLE_RATE
  let level = 1
  let toneLevel = spec.tone ? 0.85 : 0
  let phase = 0
  const tone = spec.tone ?? 0
  for (let i = 0; i < out.length; i++) {
    const v3 = noise[(i + offset) & (NOISE_LENGTH - 1)]! - low
    const v1 = a1 * band + a2 * v3
    const v2 = low + a2 * band + a3 * v3
    band = 2 * v1 - band
    low = 2 * v2 - low
    let envelope = i < attack ? i / attack : level
    if (spec.bursts) {
      const burst = Math.floor(i / 430)
      if (burst < spec.bursts - 1) envelope = Math.exp(-(i % 430) / 150)
    }
    if (i >= attack) level *= decay
    phase += (2 * Math.PI * tone * (1 + 0.35 * toneLevel)) / SAMPLE_RATE
    const value = (v1 * damping * envelope * 1.5 + Math.sin(phase) * toneLevel * 0.8) * 1.1
    toneLevel *= toneDecay
    out[i] = (value / (1 + 0.3 * Math.abs(value))) * spec.level
  }
  return smoothEnds(out, 0.0004)
}

const METAL = [1, 1.342, 1.672, 1.951, 2.414, 2.871, 3.313, 3.927]

/** Cymbals: noise above `high` Hz mixed with inharmonic sines. */
export function cymbal(
  random: Random,
  spec: { seconds: number; high: number; metal: number; level: number },
): Float32Array {
  const out = new Float32Array(Math.round(spec.seconds * 1.3 * SAMPLE_RATE))
  const noise = whiteNoise()
  const offset = random.integer(0, NOISE_LENGTH - 1)
  const hold = 1 - Math.min(0.9, (2 * Math.PI * spec.high * 0.5) / SAMPLE_RATE)
  const steps = METAL.map(
    ratio => (2 * Math.PI * spec.high * 0.62 * ratio * random.range(0.985, 1.015)) / SAMPLE_RATE,
  )
  const audible = steps.filter(step => step < 2 * Math.PI * 0.38)
  const rings = audible.map(step => ({ k: 2 * Math.cos(step), y1: Math.sin(random.range(0, 6)), y2: 0 }))
  const decay = Math.exp(-5 / (spec.seconds * SAMPLE_RATE))
  let level = spec.level
  let last = 0
  let one = 0
  let two = 0
  let lastOne = 0
  for (let i = 0; i < out.length; i++) {
    const input = noise[(i + offset) & (NOISE_LENGTH - 1)]!
    one = hold * (one + input - last)
    last = input
    two = hold * (two + one - lastOne)
    lastOne = one
    let metal = 0
    for (const ring of rings) {
      const y = ring.k * ring.y1 - ring.y2
      ring.y2 = ring.y1
      ring.y1 = y
      metal += y
    }
    out[i] = (two * (1 - spec.metal) * 2.2 + metal * spec.metal * 0.24) * level
    level *= decay
  }
  return smoothEnds(out, 0.0003)
}
