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

/** The first fragment is short so that playback starts early; the others are twice as long. */
const SHORTEST_SECONDS = 0.4
const PIECES_PER_FRAGMENT = 2

export interface Muxer {
  readonly output: Output
  /** Reports the fragments that are written completely. */
  tellWritten(): void
  /** Writes the remaining data and reports its fragments. */
  finish(): Promise<void>
  close(): void
}

/** Codec of the track. */
export interface MuxedAudio {
  readonly mime: string
  readonly sampleRate: number
  readonly lead?: number
}

/**
 * Writes fragmented MP4 to a file that can be read up to the last reported fragment. MediaSource needs an
 * initialisation segment, followed by fragments that can be appended separately.
 */
export function openMuxer(
  path: string,
  { mime, sampleRate, lead = 0 }: MuxedAudio,
  onUpdate: (update: RenditionUpdate) => void,
): Muxer {
  const file = openSync(path, 'w')
  const pieces: Fragment[] = []
  let start = 0
  let piece: [number, number] | undefined
  let reported = 0
  let corrections: readonly Correction[] = []
  const writable = new WritableStream<{ data: Uint8Array; position: number }>({
    write: ({ data, position }) => void writeSync(file, data, 0, data.length, position),
  })
  const output = new Output({
    target: new StreamTarget(writable),
    format: new Mp4OutputFormat({
      fastStart: 'fragmented',
      minimumFragmentDuration: SHORTEST_SECONDS,
      onMoov(data, position) {
        const index = Buffer.from(data)
        corrections = [...findSampleSize(index), ...findTimes(index)].map(({ offset, bytes }) => ({
          offset: position + offset,
          bytes,
        }))
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
    while (reported < pieces.length) {
      const wanted = reported === 0 ? 1 : PIECES_PER_FRAGMENT
      const group = pieces.slice(reported, reported + wanted)
      if (group.length < Math.min(wanted, enough)) break
      const [offset, , sample] = group[0] as Fragment
      fragments.push([offset, group.reduce((sum, [, length]) => sum + length, 0), sample])
      reported += group.length
    }
    if (fragments.length === 0) return
    for (const { offset, bytes } of corrections) writeSync(file, bytes, 0, bytes.length, offset)
    corrections = []
    onUpdate({ sampleRate, rendition: { mime, raw: false, init: [0, start], lead, fragments } })
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

/** Bytes to write over those of the library. */
interface Correction {
  readonly offset: number
  readonly bytes: Uint8Array
}

/**
 * Sets the times of creation and modification to 0: services that share renditions may each write the same one, and
 * a player may read ranges of both.
 */
function findTimes(index: Buffer): Correction[] {
  return ['mvhd', 'tkhd', 'mdhd'].flatMap(name => {
    const at = index.indexOf(name)
    // The version decides between 32 and 64 bits (ISO/IEC 14496-12).
    return at < 0 ? [] : [{ offset: at + 8, bytes: new Uint8Array(index[at + 4] === 1 ? 16 : 8) }]
  })
}

/**
 * The actual bits per sample for the FLAC entry: the library always writes 16, and Chromium rejects an entry that
 * contradicts STREAMINFO.
 */
function findSampleSize(index: Buffer): Correction[] {
  const entry = index.indexOf('fLaC')
  const header = index.indexOf('dfLa', entry)
  if (entry < 0 || header < 0 || index.length < header + 26) return []
  // Box version and block header, 4 bytes each, then STREAMINFO (RFC 9639, section 8.2).
  const streamInfo = header + 4 + 4 + 4
  const bits = (((index[streamInfo + 12] ?? 0) & 1) << 4) | ((index[streamInfo + 13] ?? 0) >> 4)
  return [{ offset: entry + 22, bytes: Uint8Array.of(0, bits + 1) }]
}

/** An encoded packet, with its number of decoded samples. */
export interface Packet {
  readonly data: Uint8Array
  readonly samples: number
}

/** Whoever opened it disposes of it, which closes the file. */
export interface PacketTrack extends Disposable {
  readonly codec: AudioCodec
  readonly mime: string
  readonly config: AudioDecoderConfig
  /** Samples of packets that were inserted before those of the file. */
  readonly lead?: number
  readonly packets: AsyncIterable<Packet> | Iterable<Packet>
}

/**
 * Muxes packets unchanged, end to end. Timestamps are recomputed in samples; the last packet keeps its full
 * duration, which browsers need to trim the end of a track.
 */
export async function muxPackets(
  track: PacketTrack,
  path: string,
  onUpdate: (update: RenditionUpdate) => void,
): Promise<void> {
  const rate = track.config.sampleRate
  const { mime, lead = 0 } = track
  const muxer = openMuxer(path, { mime, lead, sampleRate: rate }, onUpdate)
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
