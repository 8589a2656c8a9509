import type { AudioFile } from '../format.ts'
import { FORMATS } from '../formats.ts'
import type { DecodedAudio } from './decoded-audio.ts'

/** Opens the music of a file, or of a cut of it, as samples. @throws Error if it cannot be read */
export async function openAudio(file: AudioFile): Promise<DecodedAudio> {
  const codec = await FORMATS[file.codec].load()
  const { first, trueSamples } = file
  if (first === undefined) return codec.decode(file)
  // With the decoders' library, which the service does not load at its start.
  const { trimAudio } = await import('./trim-audio.ts')
  if (codec.decodeFrom) return trimAudio(await codec.decodeFrom(file, first), 0, trueSamples)
  return trimAudio(await codec.decode({ ...file, trueSamples: first + trueSamples }), first, trueSamples)
}
