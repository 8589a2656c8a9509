import { BitReader } from '../bytes/bit-reader.ts'
import { addUp, type Predictor, predict } from './alac-predict.ts'
import { readResiduals } from './alac-residuals.ts'

/** Header of an ALAC track */
export interface AlacConfig {
  readonly frameLength: number
  /** 16, 20, 24 or 32. */
  readonly bits: number
  readonly historyMult: number
  readonly initialHistory: number
  readonly riceLimit: number
  readonly channels: number
  readonly sampleRate: number
}

const MONO = 0
const PAIR = 1
const LOW_FREQUENCY = 3
const DATA = 4
const FILL = 6
const END = 7
const MAX_CHANNELS = 8
const MAX_FRAME = 65_536
/** Output index of each decoded channel: ALAC stores the centre first, other formats third. */
const ORDER: Readonly<Record<number, readonly number[]>> = {
  3: [2, 0, 1],
  4: [2, 0, 1, 3],
  5: [2, 0, 1, 3, 4],
  6: [2, 0, 1, 4, 5, 3],
  7: [2, 0, 1, 4, 5, 6, 3],
  8: [2, 6, 7, 0, 1, 4, 5, 3],
}

/**
 * Parses the 24-byte header.
 * @throws Error if it is invalid
 */
export function readAlacConfig(bytes: Uint8Array): AlacConfig {
  if (bytes.length < 24) throw new Error('The ALAC header is too short.')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const config = {
    frameLength: view.getUint32(0),
    bits: view.getUint8(5),
    historyMult: view.getUint8(6),
    initialHistory: view.getUint8(7),
    riceLimit: view.getUint8(8),
    channels: view.getUint8(9),
    sampleRate: view.getUint32(20),
  }
  const isSound =
    config.frameLength > 0 &&
    config.frameLength <= MAX_FRAME &&
    [16, 20, 24, 32].includes(config.bits) &&
    config.channels > 0 &&
    config.channels <= MAX_CHANNELS
  if (!isSound) throw new Error('The ALAC header is damaged.')
  return config
}

/**
 * Decodes one packet to interleaved 32-bit samples, aligned to the upper bits.
 * @throws Error if the packet is damaged
 */
export function decodeAlacPacket(config: AlacConfig, packet: Uint8Array): Int32Array<ArrayBuffer> {
  const bits = new BitReader(packet)
  const { channels } = config
  const decoded: Int32Array[] = []
  for (;;) {
    const tag = bits.read(3)
    if (tag === END) break
    if (tag === MONO || tag === LOW_FREQUENCY) decoded.push(...decodeElement(config, bits, 1))
    else if (tag === PAIR) decoded.push(...decodeElement(config, bits, 2))
    else if (tag === DATA) skipData(bits)
    else if (tag === FILL) skipFill(bits)
    else throw new Error('The ALAC packet uses an unknown encoding.')
    if (decoded.length >= channels) break
  }
  const length = decoded[0]?.length ?? 0
  if (decoded.length !== channels || decoded.some(channel => channel.length !== length)) {
    throw new Error('The ALAC packet lacks a channel.')
  }
  const out = new Int32Array(length * channels)
  const shift = 32 - config.bits
  for (const [from, channel] of decoded.entries()) {
    const to = ORDER[channels]?.[from] ?? from
    for (let i = 0; i < length; i++) out[i * channels + to] = (channel[i] as number) << shift
  }
  return out
}

function skipData(bits: BitReader): void {
  bits.skip(4)
  const isAligned = bits.read(1)
  let count = bits.read(8)
  if (count === 255) count += bits.read(8)
  if (isAligned) bits.align()
  bits.skip(count * 8)
}

function skipFill(bits: BitReader): void {
  let count = bits.read(4)
  if (count === 15) count += bits.read(8) - 1
  bits.skip(count * 8)
}

function decodeElement(config: AlacConfig, bits: BitReader, channels: 1 | 2): Int32Array[] {
  bits.skip(16)
  const isPartial = bits.read(1)
  const lowBits = bits.read(2) * 8
  const isRaw = bits.read(1)
  const length = isPartial ? bits.read(32) : config.frameLength
  if (length === 0 || length > config.frameLength) throw new Error('The ALAC packet is too long.')
  if (isRaw) return readRaw(config, bits, channels, length)

  const mixBits = bits.read(8)
  const mixWeight = (bits.read(8) << 24) >> 24
  const predictors = Array.from({ length: channels }, () => readPredictor(bits))
  const low = lowBits > 0 ? bits.fork() : undefined
  bits.skip(lowBits * channels * length)
  const width = config.bits - lowBits + channels - 1
  if (width < 1 || width > 32) throw new Error('The ALAC packet is damaged.')
  const sounds = predictors.map(predictor => {
    const residuals = readResiduals(config, bits, predictor.riceFactor, length, width)
    // Mode 15 predicts twice, first from the previous sample only.
    if (predictor.mode !== 0) addUp(residuals, width)
    return predict(residuals, predictor, width)
  })
  const [left, right] = sounds
  if (left && right && mixWeight !== 0) unmix(left, right, mixBits, mixWeight)
  if (low) {
    for (let i = 0; i < length; i++) {
      for (const sound of sounds) sound[i] = ((sound[i] as number) << lowBits) | low.read(lowBits)
    }
  }
  return sounds
}

function readRaw(config: AlacConfig, bits: BitReader, channels: number, length: number): Int32Array[] {
  const sounds = Array.from({ length: channels }, () => new Int32Array(length))
  const shift = 32 - config.bits
  for (let i = 0; i < length; i++) {
    for (const sound of sounds) sound[i] = (bits.read(config.bits) << shift) >> shift
  }
  return sounds
}

function readPredictor(bits: BitReader): Predictor {
  const mode = bits.read(4)
  const shift = bits.read(4)
  const riceFactor = bits.read(3)
  const count = bits.read(5)
  const coefficients = Int32Array.from({ length: count }, () => (bits.read(16) << 16) >> 16)
  return { mode, shift, riceFactor, coefficients }
}

function unmix(left: Int32Array, right: Int32Array, mixBits: number, weight: number): void {
  for (let i = 0; i < left.length; i++) {
    const sum = left[i] as number
    const difference = right[i] as number
    const l = sum + difference - ((weight * difference) >> mixBits)
    left[i] = l
    right[i] = l - difference
  }
}
