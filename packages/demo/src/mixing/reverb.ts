import type { ReverbSettings } from '../compose/score.ts'
import { SAMPLE_RATE } from './bus.ts'

const LINES = [1433, 1601, 1867, 2053, 2251, 2399, 2617, 2903]
const DIFFUSERS = [142, 107, 379, 277]
const PREDELAY = 661

/**
 * Feedback delay network: four diffusers into eight damped delay lines, mixed by a Hadamard matrix.
 * Adds to `left` and `right`; overwrites `send`. The lines are double precision, so that an excerpt
 * equals the whole piece in every audible bit once the reverb has built up.
 */
export function addReverb(
  send: Float32Array,
  left: Float32Array,
  right: Float32Array,
  space: ReverbSettings,
): void {
  const lengths = LINES.map(length => Math.round(length * space.size))
  const lines = lengths.map(length => new Float64Array(length))
  const gains = lengths.map(length => 10 ** ((-3 * length) / (space.seconds * SAMPLE_RATE)))
  const smooth = Math.exp((-2 * Math.PI * space.damping) / SAMPLE_RATE)
  const [g0, g1, g2, g3, g4, g5, g6, g7] = gains as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const [l0, l1, l2, l3, l4, l5, l6, l7] = lines as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  const p = new Int32Array(8)
  diffuse(send)
  let d0 = 0
  let d1 = 0
  let d2 = 0
  let d3 = 0
  let d4 = 0
  let d5 = 0
  let d6 = 0
  let d7 = 0
  let p0 = 0
  let p1 = 0
  let p2 = 0
  let p3 = 0
  let p4 = 0
  let p5 = 0
  let p6 = 0
  let p7 = 0
  const open = 1 - smooth
  const [n0, n1, n2, n3, n4, n5, n6, n7] = lengths as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  p.fill(0)
  for (let i = 0; i < send.length; i++) {
    d0 = d0 * smooth + l0[p0]! * open
    d1 = d1 * smooth + l1[p1]! * open
    d2 = d2 * smooth + l2[p2]! * open
    d3 = d3 * smooth + l3[p3]! * open
    d4 = d4 * smooth + l4[p4]! * open
    d5 = d5 * smooth + l5[p5]! * open
    d6 = d6 * smooth + l6[p6]! * open
    d7 = d7 * smooth + l7[p7]! * open
    const a0 = d0 + d1
    const a1 = d0 - d1
    const a2 = d2 + d3
    const a3 = d2 - d3
    const a4 = d4 + d5
    const a5 = d4 - d5
    const a6 = d6 + d7
    const a7 = d6 - d7
    const b0 = a0 + a2
    const b1 = a1 + a3
    const b2 = a0 - a2
    const b3 = a1 - a3
    const b4 = a4 + a6
    const b5 = a5 + a7
    const b6 = a4 - a6
    const b7 = a5 - a7
    const input = send[i]! * 0.5
    l0[p0] = ((b0 + b4) * 0.35355339 + input) * g0
    l1[p1] = ((b1 + b5) * 0.35355339 - input) * g1
    l2[p2] = ((b2 + b6) * 0.35355339 + input) * g2
    l3[p3] = ((b3 + b7) * 0.35355339 - input) * g3
    l4[p4] = ((b0 - b4) * 0.35355339 + input) * g4
    l5[p5] = ((b1 - b5) * 0.35355339 - input) * g5
    l6[p6] = ((b2 - b6) * 0.35355339 + input) * g6
    l7[p7] = ((b3 - b7) * 0.35355339 - input) * g7
    if (++p0 === n0) p0 = 0
    if (++p1 === n1) p1 = 0
    if (++p2 === n2) p2 = 0
    if (++p3 === n3) p3 = 0
    if (++p4 === n4) p4 = 0
    if (++p5 === n5) p5 = 0
    if (++p6 === n6) p6 = 0
    if (++p7 === n7) p7 = 0
    left[i] = left[i]! + (d0 + d2 - d4 + d6) * 0.7
    right[i] = right[i]! + (d1 + d3 - d5 + d7) * 0.7
  }
}

/** Applies a predelay, a high-pass and four all-passes in place. */
function diffuse(out: Float32Array): void {
  out.copyWithin(PREDELAY, 0)
  out.fill(0, 0, PREDELAY)
  const hold = 1 - (2 * Math.PI * 160) / SAMPLE_RATE
  let last = 0
  let high = 0
  for (let i = PREDELAY; i < out.length; i++) {
    const input = out[i]!
    high = hold * (high + input - last)
    last = input
    out[i] = high
  }
  for (const length of DIFFUSERS) {
    const line = new Float64Array(length)
    let p = 0
    for (let i = 0; i < out.length; i++) {
      const delayed = line[p]!
      const fed = out[i]! - delayed * 0.62
      line[p] = fed
      out[i] = delayed + fed * 0.62
      if (++p === length) p = 0
    }
  }
}
