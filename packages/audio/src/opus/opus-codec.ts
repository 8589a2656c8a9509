import type { AudioCodec } from '../format.ts'
import { muxPackets } from '../rendition/mux.ts'
import { trimAudio } from '../samples/trim-audio.ts'
import { decodeOpus } from './decode-opus.ts'
import { openOpusFile } from './open-opus-file.ts'
import { toOpusTrack } from './opus-stream.ts'

export const opus: AudioCodec = {
  async decode({ path, primingSamples, trueSamples }) {
    return trimAudio(decodeOpus(path), primingSamples, trueSamples)
  },
  async stream({ source, output }, onUpdate) {
    using file = openOpusFile(source)
    async function* packets(): AsyncGenerator<Uint8Array> {
      for (const link of file.links) yield* link
    }
    await muxPackets(
      toOpusTrack(file.config, packets(), () => {}),
      output,
      onUpdate,
    )
  },
}
