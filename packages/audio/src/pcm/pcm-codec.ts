import type { AudioCodec } from '../format.ts'
import { renderAsFlac } from '../rendition/render-as-flac.ts'
import { decodePcm } from './decode-pcm.ts'

export const pcm: AudioCodec = {
  decode: async ({ path }) => decodePcm(path),
  decodeFrom: async ({ path }, first) => decodePcm(path, first),
  async stream({ source, output }, onUpdate) {
    using sound = decodePcm(source)
    await renderAsFlac(sound, output, onUpdate)
  },
}
