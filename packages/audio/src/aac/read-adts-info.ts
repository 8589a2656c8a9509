import { UnreadableError } from '../audio-info.ts'
import { computeAudioId } from '../bytes/audio-id.ts'
import type { FileBytes } from '../bytes/file-bytes.ts'
import { leadingTagsEnd, trailingTagsStart } from '../bytes/tag-regions.ts'
import type { Container } from '../format.ts'

const HEADER = 7
const SAMPLES = 1_024
const RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
]
const CHANNELS = [0, 1, 2, 3, 4, 5, 6, 8]
/** Frames are counted up to this many bytes and extrapolated beyond. */
const MAX_WALKED = 96 * 1024 * 1024
const READ = 64 * 1024

interface AdtsFrame {
  readonly sampleRate: number
  readonly channels: number
  /** In bytes, with its header. */
  readonly length: number
  readonly samples: number
}

/** A frame header (ISO/IEC 13818-7, 6.2); undefined if there is none. */
function parseFrame(data: Uint8Array, at: number): AdtsFrame | undefined {
  if (at + HEADER > data.length) return undefined
  const [a, b, c, d, e, f, g] = data.subarray(at, at + HEADER) as unknown as number[]
  if (a !== 0xff || (b! & 0xf6) !== 0xf0) return undefined
  const sampleRate = RATES[(c! >> 2) & 15]
  const length = ((d! & 3) << 11) | (e! << 3) | (f! >> 5)
  if (sampleRate === undefined || length < HEADER) return undefined
  const channels = CHANNELS[((c! & 1) << 2) | (d! >> 6)] || 2
  return { sampleRate, channels, length, samples: ((g! & 3) + 1) * SAMPLES }
}

/** Counts the frames of raw AAC, which has no index. What it was padded with is not known. */
function readAdtsInfo(bytes: FileBytes) {
  const start = leadingTagsEnd(bytes)
  const end = trailingTagsStart(bytes, start)
  const first = parseFrame(bytes.read(start, HEADER), 0)
  if (!first) throw new UnreadableError('no sound of a known kind was found in it')
  const until = Math.min(end, start + MAX_WALKED)
  const counted = countSamples(bytes, start, until)
  return {
    codec: 'aac' as const,
    sampleRate: first.sampleRate,
    channels: first.channels,
    bitDepth: 0,
    trueSamples: end > until ? Math.round((counted * (end - start)) / (until - start)) : counted,
    primingSamples: 0,
    audioId: computeAudioId(bytes, 'aac', start, end),
  }
}

function countSamples(bytes: FileBytes, start: number, end: number): number {
  let samples = 0
  for (let at = start; at < end; ) {
    const piece = bytes.read(at, Math.min(READ, end - at))
    let within = 0
    for (let frame = parseFrame(piece, 0); frame; frame = parseFrame(piece, within)) {
      if (at + within + frame.length > end) return samples
      samples += frame.samples
      within += frame.length
    }
    if (within === 0) return samples
    at += within
  }
  return samples
}

/** Two frames in a row, since the first bytes of one also occur in other files. */
function isAdts(bytes: FileBytes): boolean {
  const start = leadingTagsEnd(bytes)
  const frame = parseFrame(bytes.read(start, HEADER), 0)
  if (!frame) return false
  const next = start + frame.length
  return next >= bytes.size || parseFrame(bytes.read(next, HEADER), 0)?.sampleRate === frame.sampleRate
}

/** Raw AAC, in frames with a header each. */
export const adtsContainer: Container = {
  mimeType: 'audio/aacp',
  matches: isAdts,
  readInfo: readAdtsInfo,
  hasOuterTags: true,
}
