/** Half the filter length, in samples of the lower rate: 100 dB attenuation over a tenth of the band. */
const REACH = 64
/** Middle of the transition band, which ends at half the new rate to prevent aliasing. */
const CUTOFF = 0.95
/** Kaiser window beta for 100 dB. */
const BETA = 10.06
/** Limits of the ratio between real sample rates. */
const MAX_PHASES = 640
const MAX_STEP = 16

/** Converts the sample rate chunk by chunk. */
export interface Resampler {
  /**
   * Takes the next samples of each channel.
   * @returns the output that is complete
   */
  push(pieces: readonly Float32Array[]): Float32Array[]
  /** @returns the remaining output */
  end(): Float32Array[]
}

/** Number of samples after resampling. */
export function resampledLength(samples: number, from: number, to: number): number {
  return Math.round((samples * to) / from)
}

/**
 * Lowers the sample rate with a symmetric polyphase FIR filter. There is no delay: what is at second t stays
 * there, and the length is `resampledLength`. Both ends are extended by point reflection about the last
 * sample, so that tracks cut from one recording still join without a step.
 * @throws RangeError if the ratio of the rates is out of range
 */
export function createResampler(from: number, to: number, channels: number): Resampler {
  const divisor = greatestDivisor(from, to)
  const up = to / divisor
  const down = from / divisor
  if (!(up <= MAX_PHASES && down > up && down <= up * MAX_STEP)) {
    throw new RangeError(`${from} Hz cannot be brought to ${to} Hz.`)
  }
  const reach = 2 * Math.ceil((REACH * down) / up / 2)
  const filters = Array.from({ length: up }, (_, phase) => makeFilter(phase / up, reach, up / down))
  /** Samples that are still needed, including the reflected ones; the first has the number `first`. */
  let held = Array.from({ length: channels }, () => new Float32Array(0))
  let first = 0
  let taken = 0
  let made = 0

  function begin(): void {
    held = held.map(sound => join(mirror(sound, 0, reach).reverse(), sound))
    first = -reach
  }

  /** Produces output up to `count` samples in total. */
  function makeUpTo(count: number): Float32Array[] {
    const length = Math.max(0, count - made)
    const out = held.map(sound => {
      const lower = new Float32Array(length)
      for (let i = 0; i < length; i++) {
        lower[i] = weigh(sound, startOf(made + i), filters[((made + i) * down) % up] as Float64Array)
      }
      return lower
    })
    made += length
    const done = Math.max(0, startOf(made))
    held = held.map(sound => sound.slice(done))
    first += done
    return out
  }

  /** Index in the buffer where the filter for an output sample starts. */
  function startOf(sample: number): number {
    return Math.floor((sample * down) / up) - reach + 1 - first
  }

  return {
    push(pieces) {
      const before = taken
      held = held.map((sound, channel) => join(sound, pieces[channel] as Float32Array))
      taken += pieces[0]?.length ?? 0
      if (taken <= reach) return held.map(() => new Float32Array(0))
      if (before <= reach) begin()
      return makeUpTo(Math.floor(((taken - reach) * up - 1) / down) + 1)
    },
    end() {
      if (taken === 0) return held
      if (taken <= reach) begin()
      held = held.map(sound => join(sound, mirror(sound, sound.length - 1, reach)))
      return makeUpTo(resampledLength(taken, from, to))
    },
  }
}

function weigh(sound: Float32Array, at: number, filter: Float64Array): number {
  // Four independent sums, so that additions can run in parallel.
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  for (let n = 0; n < filter.length; n += 4) {
    a += (filter[n] as number) * (sound[at + n] as number)
    b += (filter[n + 1] as number) * (sound[at + n + 1] as number)
    c += (filter[n + 2] as number) * (sound[at + n + 2] as number)
    d += (filter[n + 3] as number) * (sound[at + n + 3] as number)
  }
  return a + b + (c + d)
}

/** A windowed sinc for positions between two input samples. */
function makeFilter(fraction: number, reach: number, ratio: number): Float64Array {
  const cutoff = CUTOFF * ratio
  const filter = Float64Array.from({ length: 2 * reach }, (_, n) => {
    const distance = n - reach + 1 - fraction
    const x = Math.PI * cutoff * distance
    const edge = 1 - (distance / reach) ** 2
    return edge <= 0 ? 0 : (x === 0 ? 1 : Math.sin(x) / x) * bessel(BETA * Math.sqrt(edge))
  })
  const sum = filter.reduce((total, weight) => total + weight, 0)
  return filter.map(weight => weight / sum)
}

/** The modified Bessel function of order 0, for the Kaiser window. */
function bessel(x: number): number {
  let sum = 1
  for (let term = 1, n = 1; term > sum * 1e-12; n++) {
    term *= (x / 2 / n) ** 2
    sum += term
  }
  return sum
}

/** Extends the audio beyond one of its ends by point reflection. */
function mirror(sound: Float32Array, end: number, length: number): Float32Array {
  const last = sound[end] as number
  return Float32Array.from({ length }, (_, i) => {
    const inside = end === 0 ? Math.min(i + 1, sound.length - 1) : Math.max(end - i - 1, 0)
    return 2 * last - (sound[inside] as number)
  })
}

function join(a: Float32Array, b: Float32Array): Float32Array<ArrayBuffer> {
  const both = new Float32Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}
