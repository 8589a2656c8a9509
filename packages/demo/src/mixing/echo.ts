import type { EchoSettings } from '../compose/score.ts'
import { SAMPLE_RATE } from './bus.ts'

/** Ping-pong echo that loses treble with each repeat; adds to `left` and `right`. */
export function addEcho(
  send: Float32Array,
  left: Float32Array,
  right: Float32Array,
  spec: EchoSettings,
): void {
  const lineLeft = new Float64Array(Math.max(1, Math.round(spec.left * SAMPLE_RATE)))
  const lineRight = new Float64Array(Math.max(1, Math.round(spec.right * SAMPLE_RATE)))
  const smooth = Math.exp((-2 * Math.PI * spec.tone) / SAMPLE_RATE)
  const thin = (2 * Math.PI * 140) / SAMPLE_RATE
  const { feedback } = spec
  let pl = 0
  let pr = 0
  let dl = 0
  let dr = 0
  let tl = 0
  let tr = 0
  for (let i = 0; i < send.length; i++) {
    dl = dl * smooth + lineLeft[pl]! * (1 - smooth)
    dr = dr * smooth + lineRight[pr]! * (1 - smooth)
    tl += (dl - tl) * thin
    tr += (dr - tr) * thin
    const l = dl - tl
    const r = dr - tr
    lineLeft[pl] = send[i]! + r * feedback
    lineRight[pr] = l * feedback * 1.15
    if (++pl === lineLeft.length) pl = 0
    if (++pr === lineRight.length) pr = 0
    left[i] = left[i]! + l + r * 0.25
    right[i] = right[i]! + r + l * 0.25
  }
}
