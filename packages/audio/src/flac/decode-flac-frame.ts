import { BitReader } from '../bytes/bit-reader.ts'
import { type FlacFrameHeader, parseFlacFrameHeader } from './flac-frame-header.ts'

const CONSTANT = 0
const VERBATIM = 1
const FIXED = 8
const LINEAR = 32
const LEFT_SIDE = 8
const SIDE_RIGHT = 9
const MID_SIDE = 10
const MOST_BITS = 24
/** The fixed predictors by order (RFC 9639, section 9.2.5), nearest sample first. */
const FIXED_WEIGHTS = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]]

/**
 * Decodes one FLAC frame to the samples of each channel (RFC 9639, section 9).
 * @param bits per sample, if the frame does not say
 * @throws Error if the frame is damaged or has more than 24 bits per sample
 */
export function decodeFlacFrame(frame: Uint8Array, bits: number): Int32Array<ArrayBuffer>[] {
  const header = parseFlacFrameHeader(frame, 0)
  if (!header) throw new Error('No FLAC frame found.')
  const width = header.bits || bits
  if (width > MOST_BITS) throw new Error(`FLAC of ${width} bits cannot be decoded.`)
  const reader = new BitReader(frame, header.end * 8)
  const sounds = Array.from({ length: header.channels }, (_, channel) => {
    const isSide =
      header.assignment === SIDE_RIGHT ? channel === 0 : header.assignment >= LEFT_SIDE && channel === 1
    return readSubframe(reader, header.samples, isSide ? width + 1 : width)
  })
  separate(header, sounds)
  return sounds
}

function readSubframe(reader: BitReader, samples: number, width: number): Int32Array<ArrayBuffer> {
  const kind = reader.read(7)
  const wasted = reader.read(1) ? reader.countZeros() + 1 : 0
  const left = width - wasted
  if (left < 1) throw new Error('The FLAC frame is damaged.')
  const sound = new Int32Array(samples)
  if (kind === CONSTANT) sound.fill(readSigned(reader, left))
  else if (kind === VERBATIM) for (let i = 0; i < samples; i++) sound[i] = readSigned(reader, left)
  else if (kind >= FIXED && kind < FIXED + FIXED_WEIGHTS.length) readFixed(reader, sound, kind - FIXED, left)
  else if (kind >= LINEAR && kind < 2 * LINEAR) readLinear(reader, sound, kind - LINEAR + 1, left)
  else throw new Error('The FLAC frame uses an unknown encoding.')
  if (wasted > 0) for (let i = 0; i < samples; i++) sound[i] = (sound[i] as number) << wasted
  return sound
}

function readFixed(reader: BitReader, sound: Int32Array, order: number, width: number): void {
  readWarmUp(reader, sound, order, width)
  readResidual(reader, sound, order)
  predict(sound, FIXED_WEIGHTS[order] as number[], 0)
}

function readLinear(reader: BitReader, sound: Int32Array, order: number, width: number): void {
  readWarmUp(reader, sound, order, width)
  const precision = reader.read(4) + 1
  const shift = readSigned(reader, 5)
  if (precision === 16 || shift < 0) throw new Error('The FLAC frame is damaged.')
  const weights = Array.from({ length: order }, () => readSigned(reader, precision))
  readResidual(reader, sound, order)
  predict(sound, weights, shift)
}

function readWarmUp(reader: BitReader, sound: Int32Array, order: number, width: number): void {
  if (order > sound.length) throw new Error('The FLAC frame is too short.')
  for (let i = 0; i < order; i++) sound[i] = readSigned(reader, width)
}

/** Reads prediction residuals in a Rice code with a parameter per partition. */
function readResidual(reader: BitReader, sound: Int32Array, order: number): void {
  const method = reader.read(2)
  if (method > 1) throw new Error('The FLAC frame uses an unknown encoding.')
  const parameterBits = method === 0 ? 4 : 5
  const partitions = 2 ** reader.read(4)
  const length = sound.length / partitions
  if (!Number.isInteger(length) || length < order) throw new Error('The FLAC frame is damaged.')
  let i = order
  for (let end = length; end <= sound.length; end += length) {
    const parameter = reader.read(parameterBits)
    if (parameter === 2 ** parameterBits - 1) {
      const width = reader.read(5)
      for (; i < end; i++) sound[i] = width === 0 ? 0 : readSigned(reader, width)
      continue
    }
    for (; i < end; i++) {
      const value = reader.countZeros() * 2 ** parameter + reader.read(parameter)
      // Even codes are positive, odd ones negative.
      sound[i] = (value >>> 1) ^ -(value & 1)
    }
  }
}

/** Sums stay below 2^53, so numbers are exact. */
function predict(sound: Int32Array, weights: readonly number[], shift: number): void {
  const order = weights.length
  const scale = 2 ** shift
  for (let i = order; i < sound.length; i++) {
    let sum = 0
    for (let n = 0; n < order; n++) sum += (weights[n] as number) * (sound[i - 1 - n] as number)
    sound[i] = (sound[i] as number) + Math.floor(sum / scale)
  }
}

/** Restores left and right from side or mid/side stereo. */
function separate({ assignment }: FlacFrameHeader, [one, two]: Int32Array[]): void {
  if (assignment < LEFT_SIDE || !one || !two) return
  for (let i = 0; i < one.length; i++) {
    const a = one[i] as number
    const b = two[i] as number
    if (assignment === LEFT_SIDE) two[i] = a - b
    else if (assignment === SIDE_RIGHT) one[i] = a + b
    else if (assignment === MID_SIDE) {
      const sum = a * 2 + (b & 1)
      one[i] = (sum + b) >> 1
      two[i] = (sum - b) >> 1
    }
  }
}

function readSigned(reader: BitReader, width: number): number {
  return (reader.read(width) << (32 - width)) >> (32 - width)
}
