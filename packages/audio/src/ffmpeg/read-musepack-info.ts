import { UnreadableError } from '../audio-info.ts'
import { computeAudioId } from '../bytes/audio-id.ts'
import type { FileBytes } from '../bytes/file-bytes.ts'
import { latin1At, leadingTagsEnd, trailingTagsStart } from '../bytes/tag-regions.ts'
import { type FfmpegSource, ffmpegContainer } from './ffmpeg-source.ts'

const RATES = [44_100, 48_000, 37_800, 32_000]
/** The delay of the synthesis filter, which ffmpeg does not remove. */
const DECODER_DELAY = 481
const FRAME = 1_152
const MAX_PACKETS = 16
const MAX_VARINT = 9

/** Musepack of stream version 7, which is always stereo, or 8. */
function readMusepack(bytes: FileBytes): FfmpegSource {
  const start = leadingTagsEnd(bytes)
  const end = trailingTagsStart(bytes, start)
  const isNew = latin1At(bytes, start, 4) === 'MPCK'
  const { trueSamples, sampleRate, channels, silence } = isNew
    ? readVersion8(bytes, start)
    : readVersion7(bytes, start)
  return {
    demuxer: isNew ? 'mpc8' : 'mpc',
    delay: DECODER_DELAY + silence,
    info: {
      codec: 'musepack',
      ...{ sampleRate, channels, trueSamples, bitDepth: 0, primingSamples: 0 },
      audioId: computeAudioId(bytes, 'musepack', start, end),
    },
  }
}

/** 28 bytes of 32-bit words: frames, then flags with the rate, then the length of the last frame if it is known. */
function readVersion7(bytes: FileBytes, start: number) {
  const header = bytes.exactly(start, 28)
  if ((header.getUint8(3) & 15) !== 7)
    throw new UnreadableError('its Musepack is older than stream version 7')
  const frames = header.getUint32(4, true)
  const last = header.getUint32(20, true)
  const isGapless = last >>> 31 === 1
  const inLast = isGapless ? (last >>> 20) & 0x7ff : FRAME - DECODER_DELAY
  return {
    trueSamples: Math.max(0, (frames - 1) * FRAME + inLast),
    sampleRate: RATES[header.getUint8(10) & 3] as number,
    channels: 2,
    silence: 0,
  }
}

/** Packets of a two-letter key, their size and content; the stream header, "SH", is one of the first. */
function readVersion8(bytes: FileBytes, start: number) {
  let at = start + 4
  for (let seen = 0; seen < MAX_PACKETS; seen++) {
    const key = latin1At(bytes, at, 2)
    const size = readVarint(bytes, at + 2)
    if (key === 'SH') {
      // A checksum and the version.
      const samples = readVarint(bytes, size.end + 5)
      const silence = readVarint(bytes, samples.end)
      const flags = bytes.exactly(silence.end, 2)
      const rate = RATES[flags.getUint8(0) >> 5]
      if (rate === undefined) break
      return {
        trueSamples: Math.max(0, samples.value - silence.value),
        sampleRate: rate,
        channels: (flags.getUint8(1) >> 4) + 1,
        silence: silence.value,
      }
    }
    if (!/^[A-Z]{2}$/.test(key) || size.value < 3) break
    at += size.value
  }
  throw new UnreadableError('its Musepack header is damaged')
}

/** A number in groups of seven bits, the highest first. */
function readVarint(bytes: FileBytes, at: number): { value: number; end: number } {
  let value = 0
  for (let n = 0; n < MAX_VARINT; n++) {
    const byte = bytes.exactly(at + n, 1).getUint8(0)
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return { value, end: at + n + 1 }
  }
  throw new UnreadableError('its Musepack header is damaged')
}

export const musepackContainer = ffmpegContainer(
  'audio/musepack',
  bytes => /^(MP\+|MPCK)/.test(latin1At(bytes, leadingTagsEnd(bytes), 4)),
  readMusepack,
  { hasOuterTags: true },
)
