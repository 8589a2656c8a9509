import type { AudioFile } from '../format.ts'
import { FORMATS } from '../formats.ts'
import type { DecodedAudio } from './decoded-audio.ts'

/**
 * Opens the music of a file, or of a cut of it, as samples.
 * @param onSkip called again and again while what is before a cut is decoded, which may take minutes
 * @throws Error if it cannot be read
 */
export async function openAudio(file: AudioFile, onSkip?: () => void): Promise<DecodedAudio> {
  const codec = await FORMATS[file.codec].load()
  const { first, trueSamples } = file
  if (first === undefined) return codec.decode(file)
  // With the decoders' library, which the service does not load at its start.
  const { trimAudio } = await import('./trim-audio.ts')
  const later = await codec.decodeFrom?.(file, first)
  if (later) return trimAudio(later, 0, trueSamples)
  const whole = await codec.decode({ ...file, trueSamples: first + trueSamples })
  return trimAudio(whole, first, trueSamples, onSkip)
}
