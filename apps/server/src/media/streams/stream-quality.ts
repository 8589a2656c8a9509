import type { Codec } from '@refrain/audio/audio-info'
import { isPlayedByFfmpeg } from '@refrain/audio/formats'
import { STREAM_QUALITIES, type StreamQuality } from '@refrain/contract/media/streams'
import { isWithinBitRate } from '../files/bit-rate.ts'
import type { Encoders } from '../transcoding/find-encoders.ts'
import type { RenditionSource } from './streams.ts'

const STREAMED_LOSSLESS: ReadonlySet<Codec> = new Set(['alac', 'flac', 'pcm'])

/** Codecs whose renditions are FLAC although their files may be small: Vorbis, for joins without a gap, and all that ffmpeg decodes. */
const isEnlarged = (codec: Codec) => codec === 'vorbis' || isPlayedByFfmpeg(codec)

/** Of Opus, in kbit/s. */
const BIT_RATES = { high: 160, saver: 96 } as const

/** The audio file of a track. */
export interface OriginalFile {
  readonly codec: Codec
  /** In kbit/s, on average. */
  readonly bitRate: number
}

/** The bit rate of Opus in which a track is streamed, in kbit/s; undefined for the original. */
export function chooseBitRate(file: OriginalFile, quality: StreamQuality): number | undefined {
  const { codec } = file
  if (quality === 'original') return undefined
  if (quality === 'high' && !STREAMED_LOSSLESS.has(codec) && !isEnlarged(codec)) return undefined
  const wanted = BIT_RATES[quality]
  const isSmall = !isEnlarged(codec) && isWithinBitRate(file, wanted)
  return isSmall ? undefined : wanted
}

/** A track as it is encoded for a quality; undefined if it is streamed as the original. */
export function inQuality(
  source: RenditionSource,
  quality: StreamQuality,
  { ffmpeg, available, build }: Encoders,
): RenditionSource | undefined {
  // A cut is streamed as what its file is decoded to.
  const { bitRate: sentRate, first } = source
  const codec = first === undefined ? source.codec : 'pcm'
  const bitRate = chooseBitRate({ codec, bitRate: sentRate }, quality)
  if (bitRate === undefined || ffmpeg === undefined || !available.has('opus')) return undefined
  return { ...source, inContainer: false, opus: { ffmpeg, build, bitRate } }
}

/** A track in all forms in which it can be streamed. */
export function inAllForms(source: RenditionSource, encoders: Encoders): RenditionSource[] {
  const originals = [true, false].map(inContainer => ({ ...source, inContainer }))
  const encoded = STREAM_QUALITIES.map(quality => inQuality(source, quality, encoders))
  return [...originals, ...encoded.filter(form => form !== undefined)]
}
