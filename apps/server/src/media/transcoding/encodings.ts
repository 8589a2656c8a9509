/** What tracks are transcoded to. */
export type EncodingName = 'aac' | 'mp3' | 'opus'

export interface Encoding {
  /** ffmpeg's encoder with its options, and container. */
  readonly encoder: string
  readonly options: readonly string[]
  readonly container: string
  readonly contentType: string
  /** Of files in this form, without the dot. */
  readonly suffix: string
  /** Without a wish, in kbit/s: hard to tell from the original. */
  readonly usualBitRate: number
}

/** In the order in which they replace each other where an encoder is missing. All can be sent while they are made. */
export const ENCODINGS: Readonly<Record<EncodingName, Encoding>> = {
  mp3: {
    ...{ encoder: 'libmp3lame', container: 'mp3', contentType: 'audio/mpeg', suffix: 'mp3' },
    options: [],
    usualBitRate: 192,
  },
  opus: {
    ...{ encoder: 'libopus', container: 'ogg', contentType: 'audio/ogg', suffix: 'opus' },
    // Otherwise it exceeds the limit of the client.
    options: ['-vbr', 'constrained'],
    usualBitRate: 128,
  },
  aac: {
    ...{ encoder: 'aac', container: 'adts', contentType: 'audio/aac', suffix: 'aac' },
    options: [],
    usualBitRate: 192,
  },
}

/** How clients call formats. */
export const FORMAT_NAMES: Readonly<Record<string, EncodingName>> = {
  mp3: 'mp3',
  opus: 'opus',
  ogg: 'opus',
  oga: 'opus',
  aac: 'aac',
  m4a: 'aac',
}

/** In kbit/s. */
export const BIT_RATES = [32, 48, 64, 96, 128, 160, 192, 256, 320] as const
