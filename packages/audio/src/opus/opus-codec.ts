import type { AudioCodec } from '../format.ts'
import { muxPackets } from '../rendition/mux.ts'
import { openPackets } from '../rendition/open-packets.ts'
import { trimAudio } from '../samples/trim-audio.ts'
import { decodeOpus } from './decode-opus.ts'

export const opus: AudioCodec = {
  async decode({ path, primingSamples, trueSamples }) {
    return trimAudio(await decodeOpus(path), primingSamples, trueSamples)
  },
  async stream({ source, output }, onUpdate) {
    using track = await openPackets(source, 'opus')
    await muxPackets(track, output, onUpdate)
  },
}
