import type { Codec } from '@refrain/audio/audio-info'

/** Layer III allows no more, in kbit/s. */
const MAX_MP3 = 320
const LOSSLESS: ReadonlySet<Codec> = new Set(['alac', 'ape', 'dsd', 'flac', 'pcm', 'tta', 'wavpack'])
/** Covers and other tags count towards the average of a file, and encoders exceed the rate that they were asked for. */
const LOSSY_SLACK = 1.15

export interface SizedAudio {
  readonly codec: Codec
  /** Of the whole file, in bytes. */
  readonly size: number
  readonly seconds: number
}

/** The bit rate of an audio file on average, with its tags, in kbit/s; 0 if its length is not known. */
export function averageBitRate({ codec, size, seconds }: SizedAudio): number {
  if (!(seconds > 0)) return 0
  const average = Math.round((size * 8) / seconds / 1000)
  return codec === 'mp3' ? Math.min(average, MAX_MP3) : average
}

/** Whether audio is lossy: its bit depth is unknown, and encoding it once more costs quality. */
export const isLossy = (codec: Codec): boolean => !LOSSLESS.has(codec)

/**
 * Whether audio is within a limit of its bit rate. Lossy audio may be slightly above: its tags may be what exceeds the limit, and
 * another encoding would cost more than it saves.
 * @param bitRate in the unit of the limit
 */
export function isWithinBitRate(
  { codec, bitRate }: { codec: Codec; bitRate: number },
  limit: number,
): boolean {
  return bitRate <= limit * (isLossy(codec) ? LOSSY_SLACK : 1)
}
