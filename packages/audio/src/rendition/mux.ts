import { closeSync, openSync, writeSync } from 'node:fs'
import {
  type AudioCodec,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp4OutputFormat,
  Output,
  type OutputAudioTrack,
  StreamTarget,
} from 'mediabunny'
import type { Fragment, RenditionUpdate } from './rendition.ts'

/** The first fragment is short, so that the first sound comes early; the others are two of these. */
const SHORTEST_SECONDS = 0.4
const PIECES_PER_FRAGMENT = 2

export interface Muxer {
  readonly output: Output
  /** Tells the fragments that are completely written. */
  tellWritten(): void
  /** Writes what is left and tells the rest. */
  finish(): Promise<void>
  close(): void
}

/** What is muxed. */
export interface MuxedAudio {
  readonly mime: string
  readonly sampleRate: number
  readonly lead?: number
}

/**
 * Writes fragmented MP4 to a file, which can be read as far as it is told. MediaSource needs it in that
 * form: an initialisation segment, then fragments that can be appended one by one.
 */
export function openMuxer(
  path: string,
  { mime, sampleRate, lead = 0 }: MuxedAudio,
  tell: (news: RenditionUpdate) => void,
): Muxer {
  const file = openSync(path, 'w')
  const pieces: Fragment[] = []
  let start = 0
  let piece: [number, number] | undefined
  let told = 0
  let correction: { position: number; bits: number } | undefined
  const writable = new WritableStream<{ data: Uint8Array; position: number }>({
    write: ({ data, position }) => void writeSync(file, data, 0, data.length, position),
  })
  const output = new Output({
    target: new StreamTarget(writable),
    format: new Mp4OutputFormat({
      fastStart: 'fragmented',
      minimumFragmentDuration: SHORTEST_SECONDS,
      onMoov(data, position) {
        const found = findSampleSize(Buffer.from(data))
        if (found) correction = { position: position + found.offset, bits: found.bits }
      },
      onMoof(_data, position, timestamp) {
        if (pieces.length === 0) start = position
        piece = [position, timestamp]
      },
      onMdat(data, position) {
        if (!piece) return
        const [offset, timestamp] = piece
        pieces.push([offset, position + data.length - offset, Math.round(timestamp * sampleRate)])
      },
    }),
  })

  function tellPieces(enough: number): void {
    const fragments: Fragment[] = []
    while (told < pieces.length) {
      const wanted = told === 0 ? 1 : PIECES_PER_FRAGMENT
      const group = pieces.slice(told, told + wanted)
      if (group.length < Math.min(wanted, enough)) break
      const [offset, , sample] = group[0] as Fragment
      fragments.push([offset, group.reduce((sum, [, length]) => sum + length, 0), sample])
      told += group.length
    }
    if (fragments.length === 0) return
    if (correction) writeSync(file, Uint8Array.of(0, correction.bits), 0, 2, correction.position)
    correction = undefined
    tell({ sampleRate, face: { mime, raw: false, init: [0, start], lead, fragments } })
  }

  return {
    output,
    tellWritten: () => tellPieces(PIECES_PER_FRAGMENT),
    async finish() {
      await output.finalize()
      tellPieces(1)
    },
    close: () => closeSync(file),
  }
}

/**
 * Where the index of FLAC says how many bits a sample has, and how many it has in truth: the library
 * writes 16 whatever it is, and Chromium refuses what contradicts the stream's own header.
 */
function findSampleSize(index: Buffer): { offset: number; bits: number } | undefined {
  const entry = index.indexOf('fLaC')
  const header = index.indexOf('dfLa', entry)
  if (entry < 0 || header < 0 || index.length < header + 26) return undefined
  // The box's version and the block's header, 4 bytes each, then STREAMINFO (RFC 9639, section 8.2).
  const streamInfo = header + 4 + 4 + 4
  const bits = (((index[streamInfo + 12] ?? 0) & 1) << 4) | ((index[streamInfo + 13] ?? 0) >> 4)
  return { offset: entry + 22, bits: bits + 1 }
}

/** One packet as the source holds it, with the samples it decodes to. */
export interface Packet {
  readonly data: Uint8Array
  readonly samples: number
}

export interface PacketTrack {
  readonly codec: AudioCodec
  readonly mime: string
  readonly config: AudioDecoderConfig
  /** Samples of the packets that were put in front of what the file holds. */
  readonly lead?: number
  readonly packets: AsyncIterable<Packet> | Iterable<Packet>
}

/**
 * Puts packets end to end, untouched. Their times are counted anew in samples: the last one, too, lasts
 * its full length, without which browsers do not trim the end of a track.
 */
export async function muxPackets(
  track: PacketTrack,
  path: string,
  tell: (news: RenditionUpdate) => void,
): Promise<void> {
  const rate = track.config.sampleRate
  const { mime, lead = 0 } = track
  const muxer = openMuxer(path, { mime, lead, sampleRate: rate }, tell)
  try {
    const source = new EncodedAudioPacketSource(track.codec)
    muxer.output.addAudioTrack(source satisfies OutputAudioTrack['source'])
    await muxer.output.start()
    let sample = 0
    for await (const packet of track.packets) {
      const encoded = new EncodedPacket(packet.data, 'key', sample / rate, packet.samples / rate)
      await source.add(encoded, { decoderConfig: track.config })
      muxer.tellWritten()
      sample += packet.samples
    }
    await muxer.finish()
  } finally {
    muxer.close()
  }
}
