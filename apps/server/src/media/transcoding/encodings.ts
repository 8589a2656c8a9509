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
  /** The most that the encoder takes, in kbit/s. */
  readonly maxBitRatePerChannel: number
  /** That the encoder takes, rising. */
  readonly sampleRates: readonly number[]
}

const SAMPLE_RATES = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]

/** In the order in which they replace each other where an encoder is missing. All can be sent while they are made. */
export const ENCODINGS: Readonly<Record<EncodingName, Encoding>> = {
  mp3: {
    ...{ encoder: 'libmp3lame', container: 'mp3', contentType: 'audio/mpeg', suffix: 'mp3' },
    options: [],
    usualBitRate: 192,
    maxBitRatePerChannel: 320,
    sampleRates: SAMPLE_RATES,
  },
  opus: {
    ...{ encoder: 'libopus', container: 'ogg', contentType: 'audio/ogg', suffix: 'opus' },
    // Otherwise it exceeds the limit of the client.
    options: ['-vbr', 'constrained'],
    usualBitRate: 128,
    maxBitRatePerChannel: 256,
    // Decoders give this one, whatever was encoded.
    sampleRates: [48_000],
  },
  aac: {
    ...{ encoder: 'aac', container: 'adts', contentType: 'audio/aac', suffix: 'aac' },
    options: [],
    usualBitRate: 192,
    maxBitRatePerChannel: 320,
    // Its higher ones are more than most players take.
    sampleRates: SAMPLE_RATES,
  },
}

export const MAX_CHANNELS = 2

/** The sample rate of an encoding that loses nothing of a source; the highest if the source has more. */
export function keepSampleRate(name: EncodingName, rate: number): number {
  const { sampleRates } = ENCODINGS[name]
  return sampleRates.find(each => each >= rate) ?? (sampleRates.at(-1) as number)
}

/** The number of channels in which a source is encoded. */
export const keepChannels = (channels: number): number => Math.min(Math.max(channels, 1), MAX_CHANNELS)

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

/** The highest step of the bit rate that the encoder takes and that is not above a limit, in kbit/s; undefined if there is none. */
export function keepBitRate(name: EncodingName, channels: number, limit: number): number | undefined {
  const most = Math.min(limit, ENCODINGS[name].maxBitRatePerChannel * channels)
  return BIT_RATES.findLast(step => step <= most)
}
