import type { AudioFile } from '../format.ts'
import { openAudio } from '../samples/open-audio.ts'
import { frameBytesOf, HEADER_BYTES, wavSize, writeWavHeader } from './wav-form.ts'

/**
 * The bytes of a range of a WAV file that does not exist: its samples are decoded from another file.
 * @param end first byte behind the range
 * @param onSkip see `openAudio`
 * @throws Error if the file cannot be read
 */
export async function readWavRange(
  file: AudioFile,
  bits: number,
  { start, end }: { readonly start: number; readonly end: number },
  onSkip?: () => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const { sampleRate, channels, trueSamples } = file
  const form = { sampleRate, channels, bits, samples: trueSamples }
  const frameBytes = frameBytesOf(form)
  const from = Math.max(0, Math.floor((start - HEADER_BYTES) / frameBytes))
  const to = Math.max(from, Math.ceil((Math.min(end, wavSize(form)) - HEADER_BYTES) / frameBytes))
  const isHeaded = start < HEADER_BYTES
  const base = isHeaded ? HEADER_BYTES : 0
  // What the file lacks is silence: the length was promised.
  const bytes = Buffer.alloc(base + (to - from) * frameBytes)
  if (isHeaded) writeWavHeader(bytes, form)
  if (to > from) {
    const part = { ...file, first: (file.first ?? 0) + from, trueSamples: to - from }
    await writeSamples(bytes.subarray(base), part, bits, onSkip)
  }
  const skipped = isHeaded ? start : start - HEADER_BYTES - from * frameBytes
  return Uint8Array.from(bytes.subarray(skipped, skipped + end - start))
}

async function writeSamples(
  bytes: Buffer,
  file: AudioFile,
  bits: number,
  onSkip?: () => void,
): Promise<void> {
  const width = bits / 8
  const { channels } = file
  using audio = await openAudio(file, onSkip)
  let frame = 0
  for await (const sample of audio.samples) {
    const { numberOfChannels, numberOfFrames } = sample
    const plane = new Int32Array(numberOfFrames)
    for (let planeIndex = 0; planeIndex < Math.min(numberOfChannels, channels); planeIndex++) {
      sample.copyTo(plane, { planeIndex, format: 's32-planar' })
      for (let i = 0; i < numberOfFrames; i++) {
        const at = ((frame + i) * channels + planeIndex) * width
        if (at + width <= bytes.length) bytes.writeIntLE(rounded(plane[i]!, bits), at, width)
      }
    }
    frame += numberOfFrames
    sample.close()
  }
}

/** The upper bits of 32. Those of a source that has no more are as they were. */
function rounded(value: number, bits: number): number {
  const unit = 2 ** (32 - bits)
  return Math.min(2 ** (bits - 1) - 1, Math.floor((value + unit / 2) / unit))
}
