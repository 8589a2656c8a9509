import { SAMPLE_RATE } from '../mixing/bus.ts'
import { type Random, whiteNoise } from '../random.ts'
import { addPartial, oneShot, type RenderHit, smoothEnds } from './one-shot.ts'

interface StringSpec {
  /** Decay time (60 dB) at 110 Hz, in seconds. */
  sustain: number
  /** 0 (soft finger) to 1 (pick). */
  brightness: number
  /** Plucking position along the string, 0 to 0.5. */
  place: number
  /** Resonances of the body in Hz. */
  body: readonly number[]
}

/** Karplus-Strong: a noise burst in a delay loop that loses treble with each pass. */
function pluck(spec: StringSpec): RenderHit {
  return (frequency, force, random, ring) => {
    const out = new Float32Array(Math.round(ring * SAMPLE_RATE))
    const smoothing = 0.5 - 0.36 * spec.brightness - 0.08 * force
    // The loop filter adds a delay of about `smoothing` samples.
    const period = SAMPLE_RATE / frequency - smoothing
    const whole = Math.floor(period)
    const rest = period - whole
    const line = exciter(whole + 2, spec, force, random)
    const seconds = spec.sustain / (1 + frequency / 420)
    const loss = 10 ** (-3 / (frequency * seconds))
    const size = whole + 2
    let p = 0
    let previous = 0
    for (let i = 0; i < out.length; i++) {
      const a = line[(p + size - whole) % size]!
      const b = line[(p + size - whole - 1) % size]!
      const read = a + (b - a) * rest
      const value = (read + (previous - read) * smoothing) * loss
      previous = read
      line[p] = value
      out[i] = value
      if (++p === size) p = 0
    }
    for (const tone of spec.body) addPartial(out, tone, 0.05 * force, 0.16, random.range(0, 6))
    removeOffset(out)
    return smoothEnds(out, 0.0008)
  }
}

function exciter(size: number, spec: StringSpec, force: number, random: Random): Float64Array {
  const line = new Float64Array(size)
  const noise = whiteNoise()
  const offset = random.integer(0, 50000)
  const softness = 0.72 - 0.5 * spec.brightness - 0.2 * force
  let low = 0
  for (let i = 0; i < size; i++) {
    low += (noise[(i + offset) & 65535]! - low) * (1 - Math.max(0.05, softness))
    line[i] = low
  }
  const back = Math.max(1, Math.round(size * spec.place))
  for (let i = size - 1; i >= back; i--) line[i] = line[i]! - 0.8 * line[i - back]!
  let power = 0
  for (let i = 0; i < size; i++) power += line[i]! * line[i]!
  const gain = 0.42 / Math.sqrt(power / size + 1e-9)
  for (let i = 0; i < size; i++) line[i] = line[i]! * gain
  return line
}

/** High-pass that removes the DC offset of the loop, which would cost headroom. */
function removeOffset(out: Float32Array): void {
  let last = 0
  let high = 0
  for (let i = 0; i < out.length; i++) {
    high = 0.9955 * (high + out[i]! - last)
    last = out[i]!
    out[i] = high
  }
}

const steel: StringSpec = { sustain: 6, brightness: 0.62, place: 0.13, body: [102, 204, 371] }
const nylon: StringSpec = { sustain: 4, brightness: 0.34, place: 0.22, body: [96, 187, 330] }
const electric: StringSpec = { sustain: 8, brightness: 0.5, place: 0.21, body: [] }
const harpString: StringSpec = { sustain: 5, brightness: 0.3, place: 0.42, body: [150] }
const upright: StringSpec = { sustain: 3.4, brightness: 0.12, place: 0.28, body: [58, 98, 140] }
const koto: StringSpec = { sustain: 3, brightness: 0.8, place: 0.08, body: [220, 410] }

export const steelGuitar = () =>
  oneShot('steel', pluck(steel), { ring: 4, release: 0.18, level: 0.42, spread: 0.25 })
export const nylonGuitar = () =>
  oneShot('nylon', pluck(nylon), { ring: 3.4, release: 0.16, level: 0.5, spread: 0.25 })
export const electricGuitar = () =>
  oneShot('guitar', pluck(electric), { ring: 4.5, release: 0.14, level: 0.42, spread: 0.1 })
export const harp = () =>
  oneShot('harp', pluck(harpString), { ring: 4, release: 0.9, level: 0.5, spread: 0.6 })
export const uprightBass = () => oneShot('upright', pluck(upright), { ring: 2.4, release: 0.09, level: 0.85 })
export const kotoStrings = () =>
  oneShot('koto', pluck(koto), { ring: 3, release: 0.5, level: 0.42, spread: 0.4 })
