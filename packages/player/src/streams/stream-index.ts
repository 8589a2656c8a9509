import type { StreamQuality } from '../state/playback-settings.ts'

/** The smallest part of a stream that can be appended by itself: byte offset, byte length, first sample. */
type StreamFragment = readonly [offset: number, length: number, sample: number]

/** One form in which a track can be streamed; the contract's `rendition`. */
export interface StreamRendition {
  readonly mime: string
  readonly url: string
  readonly init: readonly [offset: number, length: number] | null
  readonly primingSamples: number
  readonly fragments: readonly StreamFragment[]
  /** Its first bytes in base64, if the request asked for them. */
  readonly start?: string | undefined
}

/** Loudness of a track, null where unknown; the contract's `replayGain`. */
export interface StreamGain {
  /** Gain in dB that brings the track to -18 LUFS. */
  readonly track: number | null
  /** The same for its whole album. */
  readonly album: number | null
  /** The highest sample, 1 being full scale. */
  readonly trackPeak: number | null
  readonly albumPeak: number | null
}

/** The fragments of a track in all its formats; the contract's `streamIndex`. */
export interface StreamIndex {
  readonly trackId: string
  readonly sampleRate: number
  readonly trueSamples: number
  readonly faces: readonly StreamRendition[]
  readonly complete: boolean
  /** The original, because the quality could not be had at once. */
  readonly isFallback?: boolean | undefined
  readonly gain: StreamGain
}

/** The stream of a track in the format that this browser plays. */
export interface TrackStream {
  readonly index: StreamIndex
  readonly rendition: StreamRendition
  /** The quality that was wanted, also of a fallback. */
  readonly quality: StreamQuality
}
