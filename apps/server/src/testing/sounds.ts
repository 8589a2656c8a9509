import { registerFlacEncoder } from '@mediabunny/flac-encoder'
import { encodeMp3 } from '@refrain/demo/encode/mp3'
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

export const flacBytes = (sound: Int16Array) => encode(sound, new FlacOutputFormat(), 'flac')
export const wavBytes = (sound: Int16Array) => encode(sound, new WavOutputFormat(), 'pcm-s16')

/** With an Info frame that tells its true length. */
export function mp3Bytes(sound: Int16Array): Promise<Uint8Array> {
  const samples = Float32Array.from(sound, sample => sample / 32_768)
  return encodeMp3(samples, samples)
}

async function encode(
  sound: Int16Array,
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
    sampleRate: RATE,
    timestamp: 0,
  })
  await source.add(sample)
  sample.close()
  await output.finalize()
  return Buffer.from(target.buffer as ArrayBuffer)
}
