import { UnreadableError } from '../audio-info.ts'
import { computeAudioId } from '../bytes/audio-id.ts'
import type { FileBytes } from '../bytes/file-bytes.ts'
import { latin1At, leadingTagsEnd, trailingTagsStart } from '../bytes/tag-regions.ts'
import { type FfmpegSource, ffmpegContainer } from './ffmpeg-source.ts'

/** Since this version, times 1,000, the header follows a descriptor that says its own length. */
const WITH_DESCRIPTOR = 3_980
const OLD_HEADER = 32
const HEADER = 24
/** Flags of old headers. */
const IS_8_BIT = 1
const IS_24_BIT = 8

interface Layout {
  readonly blocksPerFrame: number
  readonly finalBlocks: number
  readonly frames: number
  readonly bitDepth: number
  readonly channels: number
  readonly sampleRate: number
}

/** The header of Monkey's Audio: full frames, and one at the end that may be shorter. */
function readApe(bytes: FileBytes): FfmpegSource {
  const start = leadingTagsEnd(bytes)
  const { blocksPerFrame, finalBlocks, frames, bitDepth, channels, sampleRate } = readLayout(bytes, start)
  if (frames === 0 || finalBlocks > blocksPerFrame)
    throw new UnreadableError("its Monkey's Audio header is damaged")
  const end = trailingTagsStart(bytes, start)
  return {
    demuxer: 'ape',
    info: {
      codec: 'ape',
      ...{ sampleRate, channels, bitDepth },
      trueSamples: (frames - 1) * blocksPerFrame + finalBlocks,
      primingSamples: 0,
      audioId: computeAudioId(bytes, 'ape', start, end),
    },
  }
}

function readLayout(bytes: FileBytes, start: number): Layout {
  const version = bytes.exactly(start + 4, 2).getUint16(0, true)
  if (version < WITH_DESCRIPTOR) return readOldLayout(bytes.exactly(start, OLD_HEADER), version)
  const descriptor = bytes.exactly(start + 8, 4).getUint32(0, true)
  const header = bytes.exactly(start + descriptor, HEADER)
  return {
    blocksPerFrame: header.getUint32(4, true),
    finalBlocks: header.getUint32(8, true),
    frames: header.getUint32(12, true),
    bitDepth: header.getUint16(16, true),
    channels: header.getUint16(18, true),
    sampleRate: header.getUint32(20, true),
  }
}

function readOldLayout(header: DataView, version: number): Layout {
  const level = header.getUint16(6, true)
  const flags = header.getUint16(8, true)
  const isLong = version >= 3_900 || (version >= 3_800 && level >= 4_000)
  return {
    blocksPerFrame: version >= 3_950 ? 73_728 * 4 : isLong ? 73_728 : 9_216,
    finalBlocks: header.getUint32(28, true),
    frames: header.getUint32(24, true),
    bitDepth: flags & IS_8_BIT ? 8 : flags & IS_24_BIT ? 24 : 16,
    channels: header.getUint16(10, true),
    sampleRate: header.getUint32(12, true),
  }
}

export const apeContainer = ffmpegContainer(
  'audio/ape',
  bytes => latin1At(bytes, leadingTagsEnd(bytes), 4) === 'MAC ',
  readApe,
  { hasOuterTags: true },
)
