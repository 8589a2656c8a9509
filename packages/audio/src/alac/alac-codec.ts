import type { AudioCodec } from '../format.ts'
import { renderAsFlac } from '../rendition/render-as-flac.ts'
import { decodeAlac } from './decode-alac.ts'

export const alac: AudioCodec = {
  decode: ({ path }) => decodeAlac(path),
  decodeFrom: ({ path }, first) => decodeAlac(path, first),
  async stream({ source, output }, onUpdate) {
    using sound = await decodeAlac(source)
    await renderAsFlac(sound, output, onUpdate)
  },
}
