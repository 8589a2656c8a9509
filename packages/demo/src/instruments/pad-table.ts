import { SAMPLE_RATE } from '../mixing/bus.ts'
import { createRandom } from '../random.ts'
import { inverseFourier } from './fourier.ts'

/** Spectrum of a long looped wavetable with widened partials (PADsynth), which sounds like an ensemble. */
export interface PadSpec {
  name: string
  /** Level of the n-th partial (1 = fundamental) at the given frequency in Hz. */
  partial(n: number, frequency: number): number
  /** Bandwidth of the fundamental in cents: 5 for an organ, 60 for a wide ensemble. */
  cents: number
  /** Exponent of the bandwidth's growth with the partial number; 1 keeps it constant in cents. */
  growth: number
}

export const PAD_LENGTH = 131072
/** MIDI notes of the tables; each serves about an octave. */
const BASES = [33, 45, 57, 69, 81, 93]
const tables = new Map<string, Float32Array>()

/** The table for a note and its playback speed. */
export function padTable(spec: PadSpec, pitch: number): { table: Float32Array; speed: number } {
  let base = BASES[0]!
  for (const candidate of BASES) if (Math.abs(candidate - pitch) < Math.abs(base - pitch)) base = candidate
  const key = `${spec.name} ${base}`
  let table = tables.get(key)
  if (!table) {
    table = makeTable(spec, 440 * 2 ** ((base - 69) / 12), key)
    tables.set(key, table)
  }
  return { table, speed: 2 ** ((pitch - base) / 12) }
}

/** Spreads every partial over random-phase bins; the inverse FFT loops seamlessly. */
function makeTable(spec: PadSpec, fundamental: number, key: string): Float32Array {
  const random = createRandom(key)
  const real = new Float64Array(PAD_LENGTH)
  const imaginary = new Float64Array(PAD_LENGTH)
  const binWidth = SAMPLE_RATE / PAD_LENGTH
  for (let n = 1; n * fundamental < 12500 && n <= 90; n++) {
    const centre = n * fundamental
    const level = spec.partial(n, centre)
    if (level < 1e-4) continue
    const width = (2 ** (spec.cents / 1200) - 1) * fundamental * n ** spec.growth
    const sigma = Math.max(0.6, width / 2 / binWidth)
    const middle = centre / binWidth
    const reach = Math.ceil(sigma * 3)
    const scale = level / Math.sqrt(sigma)
    for (let bin = Math.max(1, Math.floor(middle) - reach); bin <= middle + reach; bin++) {
      const distance = (bin - middle) / sigma
      const amount = scale * Math.exp(-0.5 * distance * distance)
      const phase = random.next() * 2 * Math.PI
      real[bin] = real[bin]! + amount * Math.cos(phase)
      imaginary[bin] = imaginary[bin]! + amount * Math.sin(phase)
    }
  }
  inverseFourier(real, imaginary)
  let power = 0
  for (let i = 0; i < PAD_LENGTH; i++) power += real[i]! * real[i]!
  const gain = 0.25 / Math.sqrt(power / PAD_LENGTH)
  const table = new Float32Array(PAD_LENGTH)
  for (let i = 0; i < PAD_LENGTH; i++) table[i] = real[i]! * gain
  return table
}
