/** Half the filter's length, in samples of the lower rate: enough to fall off by 100 dB over a tenth of the band. */
const REACH = 64
/** The middle of the slope; it ends at half the new rate, so that nothing is folded back. */
const CUTOFF = 0.95
/** Shape of the Kaiser window for 100 dB. */
const BETA = 10.06
/** Rates with so little in common, or so far apart, are nobody's. */
const MOST_PHASES = 640
const MOST_STEP = 16

/** Makes sound of one sample rate of sound of another, piece by piece. */
export interface Resampler {
  /** Takes the next samples of each channel, and gives what can be told by now. */
  push(pieces: readonly Float32Array[]): Float32Array[]
  /** Gives the rest. */
  end(): Float32Array[]
}

/** How many samples a piece of sound has at another rate. */
export function resampledLength(samples: number, from: number, to: number): number {
  return Math.round((samples * to) / from)
}

/**
 * Lowers the sample rate with a symmetric FIR filter, in as many phases as the ratio needs. Nothing comes
 * late and nothing is longer: what is at second t stays there, and the length is `resampledLength`.
 * Beyond both ends the sound is taken to go on as its own mirror image, turned about the last sample, so
 * that tracks which were cut out of one recording still meet without a step.
 * @throws RangeError where the rates are in no sensible ratio.
 */
export function createResampler(from: number, to: number, channels: number): Resampler {
  const divisor = greatestDivisor(from, to)
  const up = to / divisor
  const down = from / divisor
  if (!(up <= MOST_PHASES && down > up && down <= up * MOST_STEP)) {
    throw new RangeError(`${from} Hz cannot be brought to ${to} Hz.`)
  }
  const reach = 2 * Math.ceil((REACH * down) / up / 2)
  const filters = Array.from({ length: up }, (_, phase) => makeFilter(phase / up, reach, up / down))
  /** What is still needed, mirror image included; its first sample has the number `first`. */
  let held = Array.from({ length: channels }, () => new Float32Array(0))
  let first = 0
  let taken = 0
  let made = 0

  function begin(): void {
    held = held.map(sound => join(mirror(sound, 0, reach).reverse(), sound))
    first = -reach
  }

  /** Goes on until `count` samples are made altogether. */
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

  /** Where the filter for a sample begins in what is held. */
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
  // Four sums side by side: one alone would wait for itself at each step.
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

/** A windowed sinc for samples that fall between two of the given ones. */
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

/** The modified Bessel function of order 0, which shapes the Kaiser window. */
function bessel(x: number): number {
  let sum = 1
  for (let term = 1, n = 1; term > sum * 1e-12; n++) {
    term *= (x / 2 / n) ** 2
    sum += term
  }
  return sum
}

/** How the sound would go on from one of its ends, turned about its last sample. */
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
