import type { Codec } from '@refrain/audio/audio-info'
import { isPlayedByFfmpeg } from '@refrain/audio/formats'
import { isWithinBitRate } from '../files/bit-rate.ts'
import {
  BIT_RATES,
  ENCODINGS,
  type EncodingName,
  FORMAT_NAMES,
  keepBitRate,
  keepChannels,
  keepSampleRate,
} from './encodings.ts'

/** What a client asks for. */
export interface StreamWish {
  /** `raw` for the original; unknown ones stand for the nearest. */
  readonly format?: string | undefined
  /** In kbit/s; 0 for no limit. */
  readonly maxBitRate?: number | undefined
  /** Where to start, in seconds; past the end, the body is empty. */
  readonly offset?: number | undefined
}

/** The audio file of a track. */
export interface OriginalAudio {
  readonly codec: Codec
  /** In kbit/s, on average. */
  readonly bitRate: number
  /** In Hz. */
  readonly sampleRate: number
  readonly channels: number
}

export interface ChosenEncoding {
  readonly name: EncodingName
  /** In kbit/s. */
  readonly bitRate: number
  /** In Hz; one of those of the encoding. */
  readonly sampleRate: number
  readonly channels: number
}

/**
 * What a track is transcoded to; undefined where the original fulfils the wish, or no encoder is there. Without a wish, that is
 * what hardly any player plays. Originals are sent from
 * their start: a client that asks for a later one would play the wrong part.
 * @param available the encodings for which there is an encoder
 */
export function chooseEncoding(
  original: OriginalAudio,
  { format = '', maxBitRate = 0, offset = 0 }: StreamWish,
  available: ReadonlySet<EncodingName>,
): ChosenEncoding | undefined {
  const wanted = format.toLowerCase()
  const { codec, sampleRate, channels } = original
  const isWithinLimit = maxBitRate <= 0 || isWithinBitRate(original, maxBitRate)
  const isSameForm =
    (wanted === '' && !isPlayedByFfmpeg(codec)) || FORMAT_NAMES[wanted] === codec || wanted === codec
  if (wanted === 'raw' || (isWithinLimit && isSameForm && offset <= 0)) return undefined
  const order = Object.keys(ENCODINGS) as EncodingName[]
  const name = [FORMAT_NAMES[wanted], ...order].find(candidate => candidate && available.has(candidate))
  if (!name) return undefined
  const kept = keepChannels(channels)
  const limit = maxBitRate > 0 ? maxBitRate : ENCODINGS[name].usualBitRate
  return {
    name,
    // The lowest step for any limit below it.
    bitRate: keepBitRate(name, kept, limit) ?? BIT_RATES[0],
    sampleRate: keepSampleRate(name, sampleRate),
    channels: kept,
  }
}
