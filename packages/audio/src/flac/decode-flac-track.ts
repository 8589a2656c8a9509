import { AudioSample } from 'mediabunny'
import type { Packet, PacketTrack } from '../rendition/mux.ts'
import type { DecodedAudio } from '../samples/decoded-audio.ts'
import { decodeFlacFrame } from './decode-flac-frame.ts'
import { checksumOf } from './flac-checksum.ts'
import { parseFlacFrameHeader } from './flac-frame-header.ts'

/** "fLaC", the block header, then STREAMINFO, which has the bits per sample after 12 bytes. */
const BITS_AT = 4 + 4 + 12
/** Samples of more would not fit into 32 bits as they are decoded. */
const MAX_BITS = 24

/**
 * The samples of a FLAC track, exactly. A damaged frame becomes silence of its length. Disposing of the result disposes of
 * the track.
 * @throws Error if it has no header, or more than 24 bits per sample
 */
export function decodeFlacTrack(track: PacketTrack): DecodedAudio {
  const { config, packets } = track
  const { description, sampleRate, numberOfChannels } = config
  const bits = readFlacBits(description)
  if (bits > MAX_BITS) throw new Error(`FLAC of ${bits} bits cannot be decoded.`)
  async function* samples(): AsyncGenerator<AudioSample> {
    let frame = 0
    for await (const packet of packets) {
      const data = decodePacket(packet, bits, numberOfChannels)
      const length = data.length / numberOfChannels
      if (length === 0) continue
      yield new AudioSample({
        format: 's32-planar',
        data,
        numberOfChannels,
        sampleRate,
        timestamp: frame / sampleRate,
      })
      frame += length
    }
  }
  return { sampleRate, samples: samples(), [Symbol.dispose]: () => track[Symbol.dispose]() }
}

/** @throws Error if it is no header of FLAC */
export function readFlacBits(description: AudioDecoderConfig['description']): number {
  if (!ArrayBuffer.isView(description)) throw new Error('No FLAC header found.')
  const header = new DataView(description.buffer, description.byteOffset, description.byteLength)
  return ((header.getUint16(BITS_AT) >> 4) & 31) + 1
}

/**
 * The samples of a frame in the upper of 32 bits, one channel after the other; silence for a damaged frame, whose length is
 * what its header or the container says.
 */
function decodePacket(
  { data, samples }: Packet,
  usualBits: number,
  numberOfChannels: number,
): Int32Array<ArrayBuffer> {
  const header = parseFlacFrameHeader(data, 0)
  if (!header) return new Int32Array(samples * numberOfChannels)
  if (header.channels !== numberOfChannels) {
    throw new Error('The number of channels changes within the FLAC file.')
  }
  const planes = new Int32Array(header.samples * numberOfChannels)
  const bits = header.bits || usualBits
  if (bits > MAX_BITS) return planes
  try {
    const { channels, end } = decodeFlacFrame(data, header, bits)
    if (checksumOf(data, 0, end) !== 0) return planes
    for (const [channel, plane] of channels.entries()) {
      const start = channel * header.samples
      for (let i = 0; i < plane.length; i++) planes[start + i] = plane[i]! << (32 - bits)
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return planes
}
