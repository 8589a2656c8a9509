import { BitReader } from '../bytes/bit-reader.ts'
import type { FlacFrameHeader } from './flac-frame-header.ts'
import { readFlacResidual, readSigned } from './flac-residual.ts'

/** Stereo decorrelation in the header (RFC 9639, section 9.1.3). */
const LEFT_SIDE = 8
const SIDE_RIGHT = 9
const MID_SIDE = 10
/** Kinds of subframes (RFC 9639, section 9.2.1). */
const CONSTANT = 0
const VERBATIM = 1
const FIXED = 8
const MAX_FIXED_ORDER = 4
const LINEAR = 32
const FIXED_COEFFICIENTS = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]]
const CHECKSUM_BYTES = 2

/** The channels of a frame, and the offset after it. */
export interface DecodedFlacFrame {
  readonly channels: readonly Int32Array[]
  readonly end: number
}

/**
 * Decodes a frame without verifying its checksum.
 * @param bits per sample, up to 31: the side channel has one more
 * @throws RangeError if it is damaged or `bytes` ends before it
 */
export function decodeFlacFrame(bytes: Uint8Array, header: FlacFrameHeader, bits: number): DecodedFlacFrame {
  const reader = new BitReader(bytes, header.end * 8)
  const { assignment } = header
  const side = assignment === SIDE_RIGHT ? 0 : assignment >= LEFT_SIDE ? 1 : -1
  const channels = Array.from({ length: header.channels }, (_, channel) =>
    readSubframe(reader, header.samples, bits + (channel === side ? 1 : 0)),
  )
  restoreStereo(channels, assignment)
  reader.align()
  reader.skip(CHECKSUM_BYTES * 8)
  return { channels, end: reader.offset }
}

function readSubframe(reader: BitReader, length: number, bits: number): Int32Array {
  if (reader.read(1) !== 0) throw new RangeError('A FLAC subframe is damaged.')
  const kind = reader.read(6)
  const wasted = reader.read(1) === 1 ? reader.countZeros() + 1 : 0
  const width = bits - wasted
  if (width < 1) throw new RangeError('A FLAC subframe wastes all of its bits.')
  const samples = new Int32Array(length)
  if (kind === CONSTANT) samples.fill(readSigned(reader, width))
  else if (kind === VERBATIM) readVerbatim(reader, samples, width, length)
  else readPredicted(reader, samples, width, kind)
  if (wasted > 0) for (let i = 0; i < length; i++) samples[i]! <<= wasted
  return samples
}

function readVerbatim(reader: BitReader, samples: Int32Array, width: number, count: number): void {
  for (let i = 0; i < count; i++) samples[i] = readSigned(reader, width)
}

function readPredicted(reader: BitReader, samples: Int32Array, width: number, kind: number): void {
  const order = kind >= LINEAR ? kind - LINEAR + 1 : kind - FIXED
  const isFixed = order >= 0 && order <= MAX_FIXED_ORDER
  if ((kind < LINEAR && !isFixed) || order > samples.length) {
    throw new RangeError('A FLAC subframe is of an unknown kind.')
  }
  readVerbatim(reader, samples, width, order)
  if (kind < LINEAR) {
    readFlacResidual(reader, samples, order)
    predict(samples, FIXED_COEFFICIENTS[order] as number[], 0)
    return
  }
  const precision = reader.read(4) + 1
  const shift = readSigned(reader, 5)
  if (precision === 16 || shift < 0) throw new RangeError('The predictor of a FLAC subframe is damaged.')
  const coefficients = Array.from({ length: order }, () => readSigned(reader, precision))
  readFlacResidual(reader, samples, order)
  predict(samples, coefficients, shift)
}

/** Adds the prediction to the residual. Sums have up to 25 + 15 + 5 bits, which a number holds exactly. */
function predict(samples: Int32Array, coefficients: readonly number[], shift: number): void {
  const order = coefficients.length
  // Four independent sums, so that additions can run in parallel.
  const width = 4 * Math.ceil(order / 4)
  const weights = new Float64Array(width)
  for (const [n, weight] of coefficients.entries()) weights[width - 1 - n] = weight / 2 ** shift
  const history = new Float64Array(width + samples.length)
  history.set(samples.subarray(0, order), width)
  for (let at = order; at < samples.length; at++) {
    let a = 0
    let b = 0
    let c = 0
    let d = 0
    for (let n = 0; n < width; n += 4) {
      a += weights[n]! * history[at + n]!
      b += weights[n + 1]! * history[at + n + 1]!
      c += weights[n + 2]! * history[at + n + 2]!
      d += weights[n + 3]! * history[at + n + 3]!
    }
    const value = (samples[at]! + Math.floor(a + b + (c + d))) | 0
    samples[at] = value
    history[width + at] = value
  }
}

function restoreStereo([first, second]: readonly Int32Array[], assignment: number): void {
  if (!first || !second) return
  for (let i = 0; i < first.length; i++) {
    const a = first[i]!
    const b = second[i]!
    if (assignment === LEFT_SIDE) second[i] = a - b
    else if (assignment === SIDE_RIGHT) first[i] = a + b
    else if (assignment === MID_SIDE) {
      const middle = (a << 1) | (b & 1)
      first[i] = (middle + b) >> 1
      second[i] = (middle - b) >> 1
    }
  }
}
