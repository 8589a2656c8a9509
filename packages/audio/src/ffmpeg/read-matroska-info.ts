import { UnreadableError } from '../audio-info.ts'
import { computeAudioId } from '../bytes/audio-id.ts'
import type { FileBytes } from '../bytes/file-bytes.ts'
import { latin1At } from '../bytes/tag-regions.ts'
import { childrenOf, type Element, readBinary, readElements, readFloat, readUnsigned } from './ebml.ts'
import { type FfmpegSource, ffmpegContainer } from './ffmpeg-source.ts'

/** Element ids (RFC 9559). */
const SEGMENT = 0x18538067
const INFO = 0x1549a966
const TRACKS = 0x1654ae6b
const CLUSTER = 0x1f43b675
const TIMESTAMP = 0xe7
const SIMPLE_BLOCK = 0xa3
const TRACK = 0xae
const VIDEO = 1
const AUDIO = 2
const NANOSECONDS = 1e9
const USUAL_SCALE = 1_000_000
const USUAL_RATE = 8_000
const OPUS_RATE = 48_000
const LOSSLESS = /^A_(FLAC|ALAC|TTA1|WAVPACK4|PCM\/INT)/

interface Segment {
  readonly info: Element | undefined
  readonly tracks: Element | undefined
  /** Where the sound begins and ends. */
  readonly start: number
  readonly end: number
  /** Start of the last block, in ticks, as far as blocks were passed: 0 if their clusters have lengths. */
  readonly lastTick: number
}

/**
 * Sound in Matroska or WebM. Lengths are exact where the codec says its own (FLAC, TTA), else to the tick of the container, which
 * is usually a millisecond.
 */
function readMatroska(bytes: FileBytes): FfmpegSource {
  const segment = readSegment(bytes)
  const tracks = segment.tracks ? [...readElements(bytes, segment.tracks.start, segment.tracks.end)] : []
  const entries = tracks.filter(({ id }) => id === TRACK).map(track => childrenOf(bytes, track))
  const typeOf = (entry: Map<number, Element>) => readUnsigned(bytes, entry.get(0x83))
  if (entries.some(entry => typeOf(entry) === VIDEO)) throw new UnreadableError('it is a video')
  const entry = entries.find(one => typeOf(one) === AUDIO)
  if (!entry) throw new UnreadableError('it has no sound track')
  const codec = Buffer.from(readBinary(bytes, entry.get(0x86))).toString('latin1')
  const audio = entry.get(0xe1)
  const sound = audio ? childrenOf(bytes, audio) : new Map<number, Element>()
  const written = readFloat(bytes, sound.get(0x78b5)) ?? readFloat(bytes, sound.get(0xb5)) ?? USUAL_RATE
  const sampleRate = codec === 'A_OPUS' ? OPUS_RATE : Math.round(written)
  const delay = (readUnsigned(bytes, entry.get(0x56aa)) ?? 0) / NANOSECONDS
  const seconds = Math.max(0, readSeconds(bytes, segment) - delay)
  return {
    demuxer: 'matroska',
    info: {
      codec: 'matroska',
      sampleRate,
      channels: readUnsigned(bytes, sound.get(0x9f)) ?? 1,
      bitDepth: LOSSLESS.test(codec) ? (readUnsigned(bytes, sound.get(0x6264)) ?? 16) : 0,
      trueSamples:
        readOwnLength(codec, readBinary(bytes, entry.get(0x63a2))) || Math.round(seconds * sampleRate),
      primingSamples: 0,
      audioId: computeAudioId(bytes, 'matroska', segment.start, segment.end),
    },
  }
}

function readSegment(bytes: FileBytes): Segment {
  const [, outer] = readElements(bytes, 0, bytes.size)
  if (outer?.id !== SEGMENT) throw new UnreadableError('its Matroska index is damaged')
  const found = { info: undefined as Element | undefined, tracks: undefined as Element | undefined }
  let [start, end, base, lastTick] = [0, 0, 0, 0]
  for (const element of readElements(bytes, outer.start, outer.end)) {
    const { id } = element
    if (id === INFO) found.info ??= element
    else if (id === TRACKS) found.tracks ??= element
    else if (id === CLUSTER) {
      start ||= element.start
      end = element.end
    } else if (id === TIMESTAMP) base = readUnsigned(bytes, element) ?? base
    // After the number of the track, which takes a byte.
    else if (id === SIMPLE_BLOCK) lastTick = base + bytes.exactly(element.start + 1, 2).getInt16(0)
  }
  if (start === 0) throw new UnreadableError('it has no sound')
  return { ...found, start, end, lastTick }
}

/** The length; of a recording that was sent as it was made, the start of its last block. */
function readSeconds(bytes: FileBytes, { info, lastTick }: Segment): number {
  const fields = info ? childrenOf(bytes, info) : new Map<number, Element>()
  const scale = readUnsigned(bytes, fields.get(0x2ad7b1)) ?? USUAL_SCALE
  return ((readFloat(bytes, fields.get(0x4489)) ?? lastTick) * scale) / NANOSECONDS
}

/** The length in samples that the codec's own header has; 0 without one. */
function readOwnLength(codec: string, header: Uint8Array): number {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength)
  // "fLaC", a block header, and in STREAMINFO the lower 36 of 64 bits (RFC 9639, section 8.2).
  if (codec === 'A_FLAC' && header.length >= 26) return Number(view.getBigUint64(18) & 0xfffffffffn)
  return codec === 'A_TTA1' && header.length >= 18 ? view.getUint32(14, true) : 0
}

export const matroskaContainer = ffmpegContainer(
  'audio/matroska',
  bytes => latin1At(bytes, 0, 4) === '\x1aE\xdf\xa3',
  readMatroska,
)
