/**
 * Loudness according to ITU-R BS.1770-4 and EBU R128: K-weighted power in blocks of 400 ms that overlap by 75
 * %, gated.
 */

/** Absolute gate in LUFS. */
const ABSOLUTE_GATE = -70
/** Relative gate in LU. */
const RELATIVE_GATE = -10
const STEPS_PER_SECOND = 10
const STEPS_PER_BLOCK = 4
const INAUDIBLE = 1e-20

/** Conversions between mean power and loudness. */
export const toLufs = (power: number): number => -0.691 + 10 * Math.log10(power)
export const fromLufs = (lufs: number): number => 10 ** ((lufs + 0.691) / 10)

/** Block powers with their counts. */
type Powers = Iterable<readonly [power: number, count: number]>

/** The integrated loudness of blocks in LUFS; null if all are silent. */
export function integrateLoudness(
  blocks: readonly (readonly [power: number, count: number])[],
): number | null {
  const audible = blocks.filter(([power]) => power > fromLufs(ABSOLUTE_GATE))
  if (audible.length === 0) return null
  const gate = fromLufs(toLufs(meanOf(audible)) + RELATIVE_GATE)
  return toLufs(meanOf(audible.filter(([power]) => power > gate)))
}

function meanOf(blocks: Powers): number {
  let sum = 0
  let total = 0
  for (const [power, count] of blocks) {
    sum += power * count
    total += count
  }
  return sum / total
}

/** Measures block powers from a stream of samples. */
export class LoudnessMeter {
  readonly #filters: ((samples: Float32Array, from: number, to: number) => number)[]
  readonly #weights: readonly number[]
  readonly #stepLength: number
  #filled = 0
  #power = 0
  readonly #steps: number[] = []
  /** Powers of all complete blocks so far. */
  readonly blocks: number[] = []

  /** @param weights per channel, see channel-weights.ts */
  constructor(sampleRate: number, weights: readonly number[]) {
    this.#weights = weights
    this.#filters = weights.map(() => kWeighting(sampleRate))
    this.#stepLength = Math.round(sampleRate / STEPS_PER_SECOND)
  }

  /** Adds the next samples, the same number for each channel. */
  add(channels: readonly Float32Array[]): void {
    const length = channels[0]?.length ?? 0
    for (let from = 0; from < length; ) {
      const to = Math.min(length, from + this.#stepLength - this.#filled)
      for (const [channel, samples] of channels.entries()) {
        const weight = this.#weights[channel] ?? 0
        if (weight > 0) this.#power += weight * (this.#filters[channel]?.(samples, from, to) ?? 0)
      }
      this.#filled += to - from
      from = to
      if (this.#filled === this.#stepLength) this.#endStep()
    }
  }

  #endStep(): void {
    this.#steps.push(this.#power / this.#stepLength)
    this.#power = 0
    this.#filled = 0
    if (this.#steps.length < STEPS_PER_BLOCK) return
    this.blocks.push(this.#steps.reduce((sum, power) => sum + power, 0) / STEPS_PER_BLOCK)
    this.#steps.shift()
  }
}

/**
 * The K-weighting filters of BS.1770: high shelf, then high-pass. The standard gives coefficients for 48 kHz;
 * these are computed for any rate from the underlying analogue filters.
 * @returns computes the sum of squares of the filtered samples between two indexes
 */
function kWeighting(sampleRate: number): (samples: Float32Array, from: number, to: number) => number {
  const { b0, b1, b2, a1, a2 } = shelfAt(sampleRate)
  const pass = highPassAt(sampleRate)
  const [c1, c2] = [pass.a1, pass.a2]
  /** Filter states: the last two samples before, between and after the filters. */
  const last = new Float64Array(6)
  return (samples, from, to) => {
    let [x1, x2, y1, y2, z1, z2] = last as unknown as [number, number, number, number, number, number]
    let sum = 0
    for (let i = from; i < to; i++) {
      const x = samples[i] as number
      const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
      const z = y - 2 * y1 + y2 - c1 * z1 - c2 * z2
      x2 = x1
      x1 = x
      y2 = y1
      y1 = y
      z2 = z1
      z1 = z
      sum += z * z
    }
    // Flushes denormals, which slow down processors.
    for (const [place, value] of [x1, x2, y1, y2, z1, z2].entries()) {
      last[place] = Math.abs(value) < INAUDIBLE ? 0 : value
    }
    return sum
  }
}

function shelfAt(sampleRate: number) {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate)
  const q = 0.7071752369554196
  const high = 10 ** (3.999843853973347 / 20)
  const band = high ** 0.4996667741545416
  const a0 = 1 + k / q + k * k
  return {
    b0: (high + (band * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  }
}

function highPassAt(sampleRate: number) {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate)
  const q = 0.5003270373238773
  const a0 = 1 + k / q + k * k
  return { a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 }
}
