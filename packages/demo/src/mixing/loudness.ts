import { SAMPLE_RATE } from './bus.ts'

/** The two stages of K-weighting at 44.1 kHz, from the analogue prototypes behind ITU-R BS.1770's table. */
function shelf(): number[] {
  const k = Math.tan((Math.PI * 1681.974450955533) / SAMPLE_RATE)
  const q = 0.7071752369554196
  const high = 10 ** (3.999843853973347 / 20)
  const band = high ** 0.4996667741545416
  const a0 = 1 + k / q + k * k
  return [
    (high + (band * k) / q + k * k) / a0,
    (2 * (k * k - high)) / a0,
    (high - (band * k) / q + k * k) / a0,
    (2 * (k * k - 1)) / a0,
    (1 - k / q + k * k) / a0,
  ]
}

function rumble(): number[] {
  const k = Math.tan((Math.PI * 38.13547087602444) / SAMPLE_RATE)
  const q = 0.5003270373238773
  const a0 = 1 + k / q + k * k
  return [1, -2, 1, (2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0]
}

const HOP = SAMPLE_RATE / 10

/** Weighted power of each tenth of a second, added to `hops`. */
function addWeightedPower(samples: Float32Array, hops: Float64Array): void {
  const [b0, b1, b2, a1, a2] = shelf() as [number, number, number, number, number]
  const [, , , c1, c2] = rumble() as [number, number, number, number, number]
  let x1 = 0
  let x2 = 0
  let y1 = 0
  let y2 = 0
  let z1 = 0
  let z2 = 0
  let sum = 0
  let hop = 0
  let left = HOP
  for (let i = 0; i < samples.length; i++) {
    const x = samples[i]!
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
    const z = y - 2 * y1 + y2 - c1 * z1 - c2 * z2
    x2 = x1
    x1 = x
    y2 = y1
    y1 = y
    z2 = z1
    z1 = z
    sum += z * z
    if (--left === 0) {
      hops[hop] = hops[hop]! + sum
      hop++
      sum = 0
      left = HOP
    }
  }
}

/**
 * Integrated loudness of stereo audio in LUFS (ITU-R BS.1770-4): blocks of 400 ms every 100 ms,
 * gated at -70 LUFS and then at 10 LU below the mean. -Infinity for silence or less than one block.
 */
export function integratedLoudness(left: Float32Array, right: Float32Array): number {
  const hops = new Float64Array(Math.floor(left.length / HOP))
  addWeightedPower(left, hops)
  addWeightedPower(right, hops)
  const powers: number[] = []
  for (let i = 0; i + 4 <= hops.length; i++) {
    powers.push((hops[i]! + hops[i + 1]! + hops[i + 2]! + hops[i + 3]!) / (4 * HOP))
  }
  const loudness = (power: number) => -0.691 + 10 * Math.log10(power)
  const mean = (list: number[]) => list.reduce((sum, power) => sum + power, 0) / list.length
  const audible = powers.filter(power => loudness(power) > -70)
  if (audible.length === 0) return Number.NEGATIVE_INFINITY
  const gate = loudness(mean(audible)) - 10
  return loudness(mean(audible.filter(power => loudness(power) > gate)))
}
