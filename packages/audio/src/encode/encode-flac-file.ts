import { createHash } from 'node:crypto'
import { registerFlacEncoder } from '@mediabunny/flac-encoder'
import { AudioSample, AudioSampleSource, BufferTarget, FlacOutputFormat, Output } from 'mediabunny'
import type { FileTags } from './file-tags.ts'
import { findFlacFrames, writeFlacHeader } from './flac-header.ts'

const SAMPLE_RATE = 44_100
/** Samples per call of the encoder. */
const CHUNK = 4096 * 16
let registered = false

/** Converts to interleaved 16-bit samples, without dither: the tracks of a continuous piece must match it exactly. */
export function toInt16(left: Float32Array, right: Float32Array): Int16Array {
  const out = new Int16Array(left.length * 2)
  for (let i = 0; i < left.length; i++) {
    out[i * 2] = Math.max(-32768, Math.min(32767, Math.round(left[i]! * 32767)))
    out[i * 2 + 1] = Math.max(-32768, Math.min(32767, Math.round(right[i]! * 32767)))
  }
  return out
}

/** Encodes stereo samples in [-1, 1] at 44.1 kHz as a 16-bit FLAC file with tags. */
export async function encodeFlac(left: Float32Array, right: Float32Array, tags: FileTags): Promise<Buffer> {
  if (!registered) {
    registerFlacEncoder()
    registered = true
  }
  const target = new BufferTarget()
  const output = new Output({ format: new FlacOutputFormat(), target })
  const source = new AudioSampleSource({ codec: 'flac' })
  output.addAudioTrack(source)
  await output.start()
  const pcm = toInt16(left, right)
  for (let i = 0; i < left.length; i += CHUNK) {
    const sample = new AudioSample({
      data: pcm.subarray(i * 2, (i + CHUNK) * 2),
      format: 's16',
      numberOfChannels: 2,
      sampleRate: SAMPLE_RATE,
      timestamp: i / SAMPLE_RATE,
    })
    await source.add(sample)
    sample.close()
  }
  await output.finalize()
  const file = Buffer.from(target.buffer!)
  const frames = findFlacFrames(file)
  // Mediabunny writes STREAMINFO as the first block, without the MD5 of the audio. Replace the other blocks by our tags.
  const streamInfo = file.subarray(8, 42)
  createHash('md5').update(new Uint8Array(pcm.buffer)).digest().copy(streamInfo, 18)
  return Buffer.concat([writeFlacHeader(streamInfo, tags), file.subarray(frames)])
}
