import { UnreadableError } from '../audio-info.ts'
import { computeAudioId } from '../bytes/audio-id.ts'
import type { FileBytes } from '../bytes/file-bytes.ts'
import { latin1At, leadingTagsEnd, trailingTagsStart } from '../bytes/tag-regions.ts'
import { type FfmpegSource, ffmpegContainer } from './ffmpeg-source.ts'

const HEADER = 32
const RATES = [
  6_000, 8_000, 9_600, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000,
  192_000,
]
const MONO = 4
const HYBRID = 8
const FLOAT = 0x80
const FINAL = 0x1000
const DSD = 0x80000000
const UNKNOWN = 0xffffffff
/** More blocks than one instant of 32 channels takes. */
const MAX_STREAMS = 32
/** Of the length of files that were piped: more blocks than a day has. */
const MAX_BLOCKS = 1_000_000
const CUSTOM_RATE = 0x27
const MAX_PARTS = 64

interface Block {
  readonly start: number
  readonly end: number
  readonly index: number
  readonly samples: number
  readonly total: number
  readonly flags: number
}

/**
 * The first blocks of WavPack (version 4 and 5): those of one instant hold one or two channels each, the last one is marked.
 */
function readWavpack(bytes: FileBytes): FfmpegSource {
  const start = leadingTagsEnd(bytes)
  const end = trailingTagsStart(bytes, start)
  const first = readBlock(bytes, start)
  if (!first) throw new UnreadableError('its WavPack header is damaged')
  const { flags, total } = first
  if (flags & DSD) throw new UnreadableError('its sound is DSD in WavPack, which is not supported')
  const sampleRate = RATES[(flags >>> 23) & 15] ?? readCustomRate(bytes, first)
  const isLossy = (flags & HYBRID) !== 0
  const isFloat = (flags & FLOAT) !== 0
  return {
    demuxer: 'wv',
    seeksExactly: true,
    isFloat,
    info: {
      codec: 'wavpack',
      sampleRate,
      channels: countChannels(bytes, first),
      bitDepth: isLossy ? 0 : ((flags & 3) + 1) * 8,
      trueSamples: total === UNKNOWN ? countSamples(bytes, first, end) : total,
      primingSamples: 0,
      audioId: computeAudioId(bytes, 'wavpack', start, end),
    },
  }
}

function readBlock(bytes: FileBytes, start: number): Block | undefined {
  if (latin1At(bytes, start, 4) !== 'wvpk' || bytes.size < start + HEADER) return undefined
  const header = bytes.exactly(start, HEADER)
  const total = header.getUint32(12, true)
  return {
    start,
    end: start + 8 + Math.max(header.getUint32(4, true), HEADER - 8),
    // The upper 8 of 40 bits are in two bytes of their own.
    total: total === UNKNOWN ? UNKNOWN : total + header.getUint8(11) * 2 ** 32,
    index: header.getUint32(16, true) + header.getUint8(10) * 2 ** 32,
    samples: header.getUint32(20, true),
    flags: header.getUint32(24, true),
  }
}

function countChannels(bytes: FileBytes, first: Block): number {
  let channels = 0
  let block: Block | undefined = first
  for (let seen = 0; block && seen < MAX_STREAMS; seen++) {
    channels += block.flags & MONO ? 1 : 2
    if (block.flags & FINAL) break
    block = readBlock(bytes, block.end)
  }
  return channels
}

function countSamples(bytes: FileBytes, first: Block, end: number): number {
  let samples = 0
  let block: Block | undefined = first
  for (let seen = 0; block && block.end <= end && seen < MAX_BLOCKS; seen++) {
    samples = block.index + block.samples
    block = readBlock(bytes, block.end)
  }
  return samples
}

/** A rate that has no number, in a part of the first block. @throws UnreadableError if it is not there */
function readCustomRate(bytes: FileBytes, { start, end }: Block): number {
  let at = start + HEADER
  for (let seen = 0; seen < MAX_PARTS && at + 2 <= end; seen++) {
    const head = bytes.read(at, 4)
    const isLong = ((head[0] ?? 0) & 0x80) !== 0
    const words = isLong ? (head[1] ?? 0) | ((head[2] ?? 0) << 8) | ((head[3] ?? 0) << 16) : (head[1] ?? 0)
    const content = at + (isLong ? 4 : 2)
    if (((head[0] ?? 0) & 0x3f) === CUSTOM_RATE && words > 0) {
      const rate = bytes.exactly(content, 3)
      return rate.getUint16(0, true) | (rate.getUint8(2) << 16)
    }
    at = content + words * 2
  }
  throw new UnreadableError('its WavPack header is damaged')
}

export const wavpackContainer = ffmpegContainer(
  'audio/x-wavpack',
  bytes => latin1At(bytes, leadingTagsEnd(bytes), 4) === 'wvpk',
  readWavpack,
  { hasOuterTags: true },
)
