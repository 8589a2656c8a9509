import { stat } from 'node:fs/promises'
import { AudioSample, EncodedPacketSink } from 'mediabunny'
import { openInput } from '../bytes/open-input.ts'
import type { DecodedAudio } from '../samples/decoded-audio.ts'
import { createVorbisDecoder } from './vorbis-decoder.ts'
import { readVorbisSetup } from './vorbis-setup.ts'

const FULL_SCALE = 2 ** 15
/**
 * Minimum bytes of a file per sample: about those of silence on six channels. A file that claims more audio
 * would block the decoder.
 */
const MAX_SAMPLES_PER_BYTE = 4_096

/**
 * Index in Vorbis of each FLAC channel, by number of channels (Vorbis I, section 4.3.9; RFC 9639, section
 * 9.1.3). Identical up to two.
 */
const CHANNEL_ORDERS: Readonly<Record<number, readonly number[]>> = {
  3: [0, 2, 1],
  5: [0, 2, 1, 3, 4],
  6: [0, 2, 1, 5, 3, 4],
  7: [0, 2, 1, 6, 5, 3, 4],
  8: [0, 2, 1, 7, 5, 6, 3, 4],
}

/**
 * Opens an Ogg Vorbis file: 16 bits, channels in FLAC order. May exceed the exact length, as the last packet
 * does.
 * @throws Error if it has no Vorbis stream
 */
export async function decodeVorbis(path: string): Promise<DecodedAudio> {
  const { found, close } = await openInput(path, async input => {
    const track = await input.getPrimaryAudioTrack()
    const config = await track?.getDecoderConfig()
    if (!track || !config || (await track.getCodec()) !== 'vorbis') throw new Error('No Vorbis stream found.')
    const [identification, , setupHeader] = splitHeaders(config.description)
    if (!identification || !setupHeader) throw new Error('No Vorbis header found.')
    return { track, setup: readVorbisSetup(identification, setupHeader), size: (await stat(path)).size }
  })
  const { track, setup } = found
  const { sampleRate, channels } = setup
  const mostFrames = (found.size * MAX_SAMPLES_PER_BYTE) / channels
  const order = CHANNEL_ORDERS[channels] ?? Array.from({ length: channels }, (_, channel) => channel)
  async function* samples(): AsyncGenerator<AudioSample> {
    const decode = createVorbisDecoder(setup)
    let frame = 0
    for await (const { data } of new EncodedPacketSink(track).packets()) {
      const planes = decode(data)
      const length = planes[0]?.length ?? 0
      if (length === 0) continue
      const timestamp = frame / sampleRate
      frame += length
      if (frame > mostFrames) throw new Error('The file claims more sound than it can hold.')
      yield new AudioSample({
        format: 's16-planar',
        data: toWholeNumbers(order.map(channel => planes[channel] as Float32Array)),
        numberOfChannels: channels,
        sampleRate,
        timestamp,
      })
    }
  }
  return { sampleRate, samples: samples(), [Symbol.dispose]: close }
}

function toWholeNumbers(planes: readonly Float32Array[]): Int16Array {
  const length = planes[0]?.length ?? 0
  const numbers = new Int16Array(length * planes.length)
  for (const [channel, plane] of planes.entries()) {
    for (let i = 0; i < length; i++) {
      const value = Math.round((plane[i] as number) * FULL_SCALE)
      numbers[channel * length + i] = Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, value))
    }
  }
  return numbers
}

/** The three headers concatenated, preceded by the lengths of the first two. */
function splitHeaders(description: AudioDecoderConfig['description']): Uint8Array[] {
  if (!description) return []
  const bytes = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description)
  let at = 1
  const lengths = Array.from({ length: bytes[0] ?? 0 }, () => {
    let length = 0
    while (bytes[at] === 255) length += bytes[at++] as number
    return length + (bytes[at++] ?? 0)
  })
  return [...lengths, bytes.length].map(length => {
    const header = bytes.subarray(at, at + length)
    at += length
    return header
  })
}
