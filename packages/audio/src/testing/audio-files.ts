import { hash } from 'node:crypto'
import { registerFlacEncoder } from '@mediabunny/flac-encoder'
import { encodeMp3 } from '@refrain/audio/encode/encode-mp3'
import {
  AudioSample,
  AudioSampleSource,
  BufferTarget,
  FlacOutputFormat,
  Output,
  type OutputFormat,
  WavOutputFormat,
} from 'mediabunny'

const RATE = 44_100
let registered = false

/** A mono tone at 44.1 kHz, 16 bit. */
export function tone(samples: number, frequency = 440): Int16Array {
  return Int16Array.from(
    { length: samples },
    (_, i) => 10_000 * Math.sin((2 * Math.PI * frequency * i) / RATE),
  )
}

/** Mono, 16 bit, like the others. */
export const flacBytes = (sound: Int16Array, rate = RATE) =>
  encodeOnce('flac', sound, rate, () => encode(sound, rate, new FlacOutputFormat(), 'flac'))
export const wavBytes = (sound: Int16Array, rate = RATE) =>
  encode(sound, rate, new WavOutputFormat(), 'pcm-s16')

export function aiffBytes(sound: Int16Array, rate = RATE): Uint8Array {
  const bytes = Buffer.alloc(54 + sound.length * 2)
  bytes.write('FORM', 0)
  bytes.writeUInt32BE(bytes.length - 8, 4)
  bytes.write('AIFFCOMM', 8)
  bytes.writeUInt32BE(18, 16)
  bytes.writeUInt16BE(1, 20)
  bytes.writeUInt32BE(sound.length, 22)
  bytes.writeUInt16BE(16, 26)
  // The rate as an 80-bit float: the exponent says that the first bit stands for 2^31, so it is shifted up.
  const shift = Math.clz32(rate)
  bytes.writeUInt16BE(16_383 + 31 - shift, 28)
  bytes.writeUInt32BE((rate << shift) >>> 0, 30)
  bytes.write('SSND', 38)
  bytes.writeUInt32BE(8 + sound.length * 2, 42)
  for (const [i, sample] of sound.entries()) bytes.writeInt16BE(sample, 54 + i * 2)
  return bytes
}

/** With an Info frame that has the exact length. */
export function mp3Bytes(sound: Int16Array): Promise<Uint8Array> {
  return encodeOnce('mp3', sound, RATE, () => {
    const samples = Float32Array.from(sound, sample => sample / 32_768)
    return encodeMp3(samples, samples)
  })
}

const MAX_ENCODED = 16
const encoded = new Map<string, Promise<Uint8Array>>()

/** The tests of a file mostly play the same sound; encoding it is the dearest part of many. Each caller gets bytes of its own. */
async function encodeOnce(
  codec: 'flac' | 'mp3',
  sound: Int16Array,
  rate: number,
  encodeNow: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const key = `${codec} ${rate} ${hash('sha1', sound)}`
  const bytes = encoded.get(key) ?? encodeNow()
  if (encoded.size >= MAX_ENCODED) encoded.clear()
  encoded.set(key, bytes)
  return Buffer.from(await bytes)
}

async function encode(
  sound: Int16Array,
  sampleRate: number,
  format: OutputFormat,
  codec: 'flac' | 'pcm-s16',
): Promise<Uint8Array> {
  if (!registered) registerFlacEncoder()
  registered = true
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const source = new AudioSampleSource({ codec })
  output.addAudioTrack(source)
  await output.start()
  const sample = new AudioSample({
    data: sound as Int16Array<ArrayBuffer>,
    format: 's16',
    numberOfChannels: 1,
    sampleRate,
    timestamp: 0,
  })
  await source.add(sample)
  sample.close()
  await output.finalize()
  return Buffer.from(target.buffer as ArrayBuffer)
}
