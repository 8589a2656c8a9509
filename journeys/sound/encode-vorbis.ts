import { createOggEncoder } from 'wasm-media-encoders'
import { RATE } from './signal.ts'

const VBR_QUALITY = 6

/** A mono Ogg Vorbis file of exactly the track's length. */
export async function encodeVorbis(track: Float32Array): Promise<Uint8Array> {
  const encoder = await createOggEncoder()
  encoder.configure({ sampleRate: RATE, channels: 1, vbrQuality: VBR_QUALITY })
  // The next call overwrites the returned buffer.
  const begin = Buffer.from(encoder.encode([track]))
  return Buffer.concat([begin, Buffer.from(encoder.finalize())])
}
