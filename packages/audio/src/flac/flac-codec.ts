import type { AudioCodec } from '../format.ts'
import { muxPackets } from '../rendition/mux.ts'
import { renderAsFlac } from '../rendition/render-as-flac.ts'
import { MAX_STREAM_RATE } from '../rendition/rendition.ts'
import { decodeFlacTrack } from './decode-flac-track.ts'
import { openFlacTrack } from './open-flac-track.ts'

export const flac: AudioCodec = {
  async decode({ path }) {
    const track = openFlacTrack(path)
    try {
      return decodeFlacTrack(track)
    } catch (error) {
      track[Symbol.dispose]()
      throw error
    }
  },
  async stream({ source, output }, onUpdate) {
    using track = openFlacTrack(source)
    if (track.config.sampleRate <= MAX_STREAM_RATE) await muxPackets(track, output, onUpdate)
    else await renderAsFlac(decodeFlacTrack(track), output, onUpdate)
  },
}
