import { createMp3Encoder } from 'wasm-media-encoders'
import { writeInfoFrame } from './mp3-info-frame.ts'

const MP3_BITRATE = 160
const SAMPLE_RATE = 44_100
/** Samples per call of the encoder. */
const CHUNK = 1152 * 64
/** LAME scales its input by this factor at this bitrate. */
const LAME_SCALE = 0.95

let encoder: ReturnType<typeof createMp3Encoder> | undefined

/** Encodes stereo samples in [-1, 1] at 44.1 kHz as an MP3 of constant bitrate with an Info frame, without tags. */
export async function encodeMp3(left: Float32Array, right: Float32Array): Promise<Buffer> {
  encoder ??= createMp3Encoder()
  const lame = await encoder
  lame.configure({ sampleRate: SAMPLE_RATE, channels: 2, bitrate: MP3_BITRATE })
  const chunks: Buffer[] = []
  const compensate = (samples: Float32Array) => samples.map(value => value / LAME_SCALE)
  for (let i = 0; i < left.length; i += CHUNK) {
    chunks.push(
      Buffer.from(
        lame.encode([compensate(left.subarray(i, i + CHUNK)), compensate(right.subarray(i, i + CHUNK))]),
      ),
    )
  }
  chunks.push(Buffer.from(lame.finalize()))
  const mp3 = Buffer.concat(chunks)
  return Buffer.concat([writeInfoFrame(mp3, left.length), mp3])
}
