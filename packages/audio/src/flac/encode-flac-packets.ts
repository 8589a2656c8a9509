import type { Packet, PacketTrack } from '../rendition/mux.ts'
import type { DecodedAudio } from '../samples/decoded-audio.ts'
import { encodeFlacFrame } from './encode-flac-frame.ts'

const BLOCK = 4_096
const MAX_CHANNELS = 8

/**
 * Encodes audio as FLAC of any sample rate, of which the library's encoder takes a few. Disposing of the result disposes of what
 * was given.
 * @throws Error if it has no samples or too many channels
 */
export async function encodeFlacPackets(sound: DecodedAudio): Promise<PacketTrack> {
  const blocks = gatherBlocks(sound)
  const { value: first } = await blocks.next()
  if (!first) throw new Error('The file has no readable audio.')
  const { bits } = first
  const channels = first.planes.length
  if (channels > MAX_CHANNELS) throw new Error(`FLAC of ${channels} channels is not possible.`)
  async function* packets(): AsyncGenerator<Packet> {
    let number = 0
    let block: Block | undefined = first
    while (block) {
      yield { data: encodeFlacFrame(block.planes, number++, bits), samples: block.planes[0]?.length ?? 0 }
      block = (await blocks.next()).value
    }
  }
  return {
    codec: 'flac',
    mime: 'audio/mp4; codecs="flac"',
    config: {
      codec: 'flac',
      sampleRate: sound.sampleRate,
      numberOfChannels: channels,
      description: streamInfo(sound.sampleRate, channels, bits),
    },
    packets: packets(),
    [Symbol.dispose]: () => sound[Symbol.dispose](),
  }
}

interface Block {
  readonly bits: number
  readonly planes: readonly Int32Array[]
}

/** The channels in blocks of one length; the last may be shorter. */
async function* gatherBlocks({ samples }: DecodedAudio): AsyncGenerator<Block, undefined> {
  let planes: Int32Array[] = []
  let bits = 0
  let filled = 0
  for await (const sample of samples) {
    bits ||= /^(u8|s16)/.test(sample.format) ? 16 : 24
    if (planes.length === 0) {
      planes = Array.from({ length: sample.numberOfChannels }, () => new Int32Array(BLOCK))
    }
    for (let from = 0; from < sample.numberOfFrames; ) {
      const frameCount = Math.min(BLOCK - filled, sample.numberOfFrames - from)
      for (const [planeIndex, plane] of planes.entries()) {
        const target = plane.subarray(filled, filled + frameCount)
        sample.copyTo(target, { planeIndex, format: 's32-planar', frameOffset: from, frameCount })
        for (let i = 0; i < frameCount; i++) target[i]! >>= 32 - bits
      }
      filled += frameCount
      from += frameCount
      if (filled < BLOCK) continue
      yield { bits, planes: planes.map(plane => plane.slice()) }
      filled = 0
    }
    sample.close()
  }
  if (filled > 0) yield { bits, planes: planes.map(plane => plane.slice(0, filled)) }
  return undefined
}

/** "fLaC" and STREAMINFO as the only block (RFC 9639, section 8.2): sizes of frames, length and checksum are unknown. */
export function streamInfo(sampleRate: number, channels: number, bits: number, block = BLOCK): Uint8Array {
  const bytes = Buffer.alloc(4 + 4 + 34)
  bytes.write('fLaC', 'latin1')
  bytes.writeUInt32BE(0x80000022, 4)
  bytes.writeUInt16BE(block, 8)
  bytes.writeUInt16BE(block, 10)
  bytes.writeUInt32BE(((sampleRate << 12) | ((channels - 1) << 9) | ((bits - 1) << 4)) >>> 0, 18)
  return bytes
}
