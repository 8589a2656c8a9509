/** One stretch of a rendition that can be appended by itself: byte offset, byte length, first sample. */
export type StreamFragment = readonly [offset: number, length: number, sample: number]

/** One way to play a track through MediaSource; the shape of the contract's `streamFace`. */
export interface StreamFace {
  readonly mime: string
  readonly url: string
  readonly init: readonly [offset: number, length: number] | null
  readonly primingSamples: number
  readonly fragments: readonly StreamFragment[]
  /** Its first bytes in base64, where they came along. */
  readonly start?: string | undefined
}

/** How loud a track is; null where it is not known. The shape of the contract's `soundGain`. */
export interface StreamGain {
  /** What brings the track to -18 LUFS, in dB. */
  readonly track: number | null
  /** What brings its album as a whole there. */
  readonly album: number | null
  /** The highest sample as a share of full scale. */
  readonly trackPeak: number | null
  readonly albumPeak: number | null
}

/** How a track can be streamed; the shape of the contract's `streamIndex`. */
export interface StreamIndex {
  readonly trackId: string
  readonly sampleRate: number
  readonly trueSamples: number
  readonly faces: readonly StreamFace[]
  readonly complete: boolean
  readonly gain: StreamGain
}
