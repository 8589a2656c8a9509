/** How a cut is written as WAV. */
export interface WavForm {
  readonly sampleRate: number
  readonly channels: number
  /** Bits per sample: 16 or 24. */
  readonly bits: number
  readonly samples: number
}

export const HEADER_BYTES = 44
const PCM = 1
const MOST = 0xffffffff

/** Bytes of a sample of all channels. */
export const frameBytesOf = ({ channels, bits }: WavForm) => (channels * bits) / 8

/** Bytes of a WAV file. */
export const wavSize = (form: WavForm): number => HEADER_BYTES + form.samples * frameBytesOf(form)

/** Writes the header of a WAV file at the start of some bytes. */
export function writeWavHeader(bytes: Buffer, form: WavForm): void {
  const { sampleRate, channels, bits } = form
  const data = wavSize(form) - HEADER_BYTES
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(Math.min(MOST, data + HEADER_BYTES - 8), 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(PCM, 20)
  bytes.writeUInt16LE(channels, 22)
  bytes.writeUInt32LE(sampleRate, 24)
  bytes.writeUInt32LE(sampleRate * frameBytesOf(form), 28)
  bytes.writeUInt16LE(frameBytesOf(form), 32)
  bytes.writeUInt16LE(bits, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(Math.min(MOST, data), 40)
}
