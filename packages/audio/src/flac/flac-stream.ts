import { UnreadableError } from '../audio-info.ts'
import type { FileBytes } from '../bytes/file-bytes.ts'
import { latin1At, leadingTagsEnd, trailingTagsStart } from '../bytes/tag-regions.ts'
import type { FlacFrameHeader } from './flac-frame-header.ts'

const MAX_BLOCKS = 4096
/** "fLaC", then the header of the block. */
const STREAM_INFO_AT = 4 + 4
const STREAM_INFO_BYTES = 34
const LAST_BLOCK = 0x80

/** What STREAMINFO says of a FLAC file (RFC 9639, section 8.2), and where its frames are. */
export interface FlacStream {
  readonly sampleRate: number
  readonly channels: number
  readonly bits: number
  /** Samples per block except the last, for streams of a fixed block size. */
  readonly blockSize: number
  /** True if the blocks have several sizes: their headers then hold numbers of samples, in old files without saying so. */
  readonly isVariable: boolean
  /** Samples as declared, 0 if unknown. */
  readonly declared: number
  readonly streamInfo: Uint8Array
  /** Range of the frames. */
  readonly start: number
  readonly end: number
}

/** @throws UnreadableError if it is not FLAC or its header is damaged */
export function readFlacStream(bytes: FileBytes): FlacStream {
  const start = leadingTagsEnd(bytes)
  if (latin1At(bytes, start, 4) !== 'fLaC') throw new UnreadableError('no FLAC sound was found in it')
  const info = bytes.exactly(start + STREAM_INFO_AT, STREAM_INFO_BYTES)
  const packed = info.getUint32(10)
  const sampleRate = packed >>> 12
  if ((bytes.read(start + 4, 1)[0]! & 0x7f) !== 0 || sampleRate === 0) {
    throw new UnreadableError('its FLAC header is damaged')
  }
  const frames = afterBlocks(bytes, start + 4)
  return {
    sampleRate,
    channels: ((packed >>> 9) & 7) + 1,
    bits: ((packed >>> 4) & 31) + 1,
    blockSize: info.getUint16(0),
    isVariable: info.getUint16(0) !== info.getUint16(2),
    declared: (info.getUint8(13) & 0xf) * 2 ** 32 + info.getUint32(14),
    streamInfo: new Uint8Array(info.buffer, info.byteOffset, STREAM_INFO_BYTES).slice(),
    start: frames,
    end: trailingTagsStart(bytes, frames),
  }
}

/** Number of a frame's first sample. */
export function firstSampleOf(header: FlacFrameHeader, stream: FlacStream): number {
  return header.isNumberOfSample || stream.isVariable ? header.number : header.number * stream.blockSize
}

/** Whether a frame header is consistent with the stream, so that audio data is not mistaken for one. */
export function belongsTo(header: FlacFrameHeader, stream: FlacStream): boolean {
  const { sampleRate, channels } = header
  return channels === stream.channels && (sampleRate === 0 || sampleRate === stream.sampleRate)
}

/**
 * The signature and STREAMINFO as the only block, for decoders. Without the sizes of frames, which some files have wrong and
 * readers rely on.
 */
export function describeFlac({ streamInfo }: FlacStream): Uint8Array {
  const bytes = new Uint8Array(STREAM_INFO_AT + STREAM_INFO_BYTES)
  bytes.set(Buffer.from('fLaC'))
  bytes[4] = LAST_BLOCK
  bytes[7] = STREAM_INFO_BYTES
  bytes.set(streamInfo, STREAM_INFO_AT)
  return bytes.fill(0, STREAM_INFO_AT + 4, STREAM_INFO_AT + 10)
}

/** Offset of the first frame, after the last metadata block. */
function afterBlocks(bytes: FileBytes, start: number): number {
  let offset = start
  for (let seen = 0; seen < MAX_BLOCKS; seen++) {
    const head = bytes.exactly(offset, 4).getUint32(0)
    offset += 4 + (head & 0xffffff)
    if (head >>> 31 === 1) break
  }
  return Math.min(offset, bytes.size)
}
