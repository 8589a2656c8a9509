import type { AudioCodec } from '../format.ts'
import { renderAsFlac } from '../rendition/render-as-flac.ts'
import { trimAudio } from '../samples/trim-audio.ts'
import { decodeVorbis } from './decode-vorbis.ts'

/** The last packet extends beyond the music, so the length is needed. */
function decode(path: string, trueSamples: number) {
  return trimAudio(decodeVorbis(path), 0, trueSamples)
}

export const vorbis: AudioCodec = {
  decode: async ({ path, trueSamples }) => decode(path, trueSamples),
  decodeFrom: async ({ path }, first) => decodeVorbis(path, first),
  async stream({ source, trueSamples, output }, onUpdate) {
    using sound = decode(source, trueSamples)
    await renderAsFlac(sound, output, onUpdate)
  },
}
