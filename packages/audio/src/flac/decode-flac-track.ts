import { FLACDecoder } from '@wasm-audio-decoders/flac'
import { AudioSample } from 'mediabunny'
import type { Packet, PacketTrack } from '../rendition/mux.ts'
import type { DecodedAudio } from '../samples/decoded-audio.ts'
import { findFrameEnds } from './flac-checksum.ts'
import { parseFlacFrameHeader } from './flac-frame-header.ts'

/** "fLaC", the block header, then STREAMINFO, which has the bits per sample after 12 bytes. */
const STREAM_INFO_AT = 4 + 4
const BITS_AT = STREAM_INFO_AT + 12
const STREAM_INFO_BYTES = 34
/** The decoder returns 32-bit floats, which hold no more. */
const MAX_BITS = 24
/** Marks the last metadata block in its header. */
const IS_LAST_BLOCK = 0x80

/**
 * The samples of a FLAC track, exactly. A damaged frame becomes silence of its length. Disposing of the result disposes of
 * the track.
 * @throws Error if it has no header, or more than 24 bits per sample
 */
export function decodeFlacTrack(track: PacketTrack): DecodedAudio {
  const { config, packets } = track
  const { description, sampleRate, numberOfChannels } = config
  if (!ArrayBuffer.isView(description)) throw new Error('No FLAC header found.')
  const header = new DataView(description.buffer, description.byteOffset, description.byteLength)
  const bits = ((header.getUint16(BITS_AT) >> 4) & 31) + 1
  if (bits > MAX_BITS) throw new Error(`FLAC of ${bits} bits cannot be decoded.`)
  async function* samples(): AsyncGenerator<AudioSample> {
    let decoder = await openDecoder(header)
    try {
      let frame = 0
      for await (const packet of packets) {
        const { channels, length } = await decodeFrame(decoder, packet, numberOfChannels).catch(
          async error => {
            if (error.name !== 'RuntimeError') throw error
            decoder = await openDecoder(header)
            return decodeFrame(decoder, packet, numberOfChannels)
          },
        )
        yield new AudioSample({
          format: 's32-planar',
          data: toPlanes(channels, length, { bits, numberOfChannels }),
          numberOfChannels,
          sampleRate,
          timestamp: frame / sampleRate,
        })
        frame += length
      }
    } finally {
      decoder.free()
    }
  }
  return { sampleRate, samples: samples(), [Symbol.dispose]: () => track[Symbol.dispose]() }
}

/**
 * Opens a decoder with memory of its own. It corrupts that after some hundred frames of certain sizes and then traps, usually at
 * the first frame of silence. Frames are independent, so another one goes on.
 */
async function openDecoder(header: DataView): Promise<FLACDecoder> {
  const decoder = new FLACDecoder()
  await decoder.ready
  // Frames may refer to it for bits and sample rate.
  await decoder.decodeFrames([streamInfoOnly(header)])
  return decoder
}

/** The signature and STREAMINFO as the only metadata block. */
function streamInfoOnly(header: DataView): Uint8Array {
  const bytes = new Uint8Array(header.buffer, header.byteOffset, STREAM_INFO_AT + STREAM_INFO_BYTES).slice()
  bytes[4] = bytes[4]! | IS_LAST_BLOCK
  return bytes
}

/** @returns no channels for a damaged frame, whose `length` is what its header or the container says */
async function decodeFrame(
  decoder: FLACDecoder,
  { data, samples }: Packet,
  numberOfChannels: number,
): Promise<{ channels: readonly Float32Array[]; length: number }> {
  const header = parseFlacFrameHeader(data, 0)
  if (!header) return { channels: [], length: samples }
  if (header.channels !== numberOfChannels) {
    throw new Error('The number of channels changes within the FLAC file.')
  }
  const length = header.samples
  // Tags may follow the last frame. Frames that fail their checksum must not reach the decoder: it prints its errors.
  const end = [...findFrameEnds(data, 0, header.end)].at(-1)
  if (end === undefined) return { channels: [], length }
  const { channelData, samplesDecoded } = await decoder.decodeFrames([data.subarray(0, end)])
  return { channels: samplesDecoded === length ? channelData : [], length }
}

/** As 32-bit integers, one channel after the other. The decoder divides samples by their largest positive value. */
function toPlanes(
  channels: readonly Float32Array[],
  length: number,
  { bits, numberOfChannels }: { bits: number; numberOfChannels: number },
): Int32Array<ArrayBuffer> {
  const planes = new Int32Array(length * numberOfChannels)
  const scale = 2 ** (bits - 1) - 1
  for (const [channel, samples] of channels.entries()) {
    const start = channel * length
    for (let i = 0; i < length; i++) planes[start + i] = Math.round(samples[i]! * scale) << (32 - bits)
  }
  return planes
}
