/** How samples are stored. */
export interface PcmEncoding {
  /** Bytes of a sample of one channel: 1 to 4, or 8 for floating point. Fewer bits stand in the upper ones. */
  readonly width: number
  readonly isFloat: boolean
  readonly isLittleEndian: boolean
  readonly isUnsigned: boolean
}

/** Where the samples of a file are, as its header says. */
export interface PcmSamples {
  readonly sampleRate: number
  readonly channels: number
  readonly bitDepth: number
  readonly encoding: PcmEncoding
  readonly start: number
  readonly length: number
}
