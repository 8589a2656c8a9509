import { SAMPLE_RATE } from '../mixing/bus.ts'
import { inverseFourier } from './fourier.ts'

/** Samples per cycle. Each waveform has versions with fewer partials for higher notes, so that none aliases. */
export const WAVE_LENGTH = 2048
const LOWEST = 20
const LEVELS = 10

export type WaveName =
  | 'sine'
  | 'triangle'
  | 'saw'
  | 'square'
  | 'pulse'
  | 'bowed'
  | 'reed'
  | 'hollow'
  | 'organ'

const partials: Record<WaveName, (n: number) => number> = {
  sine: n => (n === 1 ? 1 : 0),
  triangle: n => (n % 2 ? (n % 4 === 1 ? 1 : -1) / (n * n) : 0),
  saw: n => 0.64 / n,
  square: n => (n % 2 ? 0.9 / n : 0),
  pulse: n => (0.9 / n) * Math.sin(Math.PI * n * 0.27),
  bowed: n => (0.8 / n ** 1.15) * (1 + 0.6 * Math.sin(n * 1.9)),
  reed: n => (n % 2 ? 0.8 : 0.34) / n ** 0.95 / (1 + (n / 14) ** 2),
  hollow: n => (n === 1 ? 1 : n % 2 ? 0.5 / n ** 1.6 : 0.16 / n ** 1.4),
  organ: n => ({ 1: 0.8, 2: 0.62, 3: 0.34, 4: 0.3, 6: 0.12, 8: 0.16 })[n] ?? 0,
}

const cache = new Map<string, Float32Array>()

/** The band-limited cycle for a frequency in Hz. */
export function wavetable(name: WaveName, frequency: number): Float32Array {
  const level = Math.max(0, Math.min(LEVELS - 1, Math.ceil(Math.log2(frequency / LOWEST))))
  const key = `${name}${level}`
  let table = cache.get(key)
  if (!table) {
    table = makeWave(name, Math.floor((SAMPLE_RATE * 0.42) / (LOWEST * 2 ** level)))
    cache.set(key, table)
  }
  return table
}

function makeWave(name: WaveName, count: number): Float32Array {
  const real = new Float64Array(WAVE_LENGTH)
  const imaginary = new Float64Array(WAVE_LENGTH)
  const highest = Math.max(1, Math.min(count, WAVE_LENGTH / 2 - 1))
  for (let n = 1; n <= highest; n++) imaginary[n] = -partials[name](n)
  inverseFourier(real, imaginary)
  // One guard sample, so that interpolation never wraps.
  const table = new Float32Array(WAVE_LENGTH + 1)
  for (let i = 0; i <= WAVE_LENGTH; i++) table[i] = real[i % WAVE_LENGTH]!
  return table
}
