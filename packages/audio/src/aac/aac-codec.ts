import type { AudioCodec } from '../format.ts'
import { muxPackets } from '../rendition/mux.ts'
import { trimAudio } from '../samples/trim-audio.ts'
import { decodeWithFfmpeg } from './decode-with-ffmpeg.ts'
import { findFfmpeg } from './find-ffmpeg.ts'
import { openAacPackets } from './open-aac-packets.ts'

export const aac: AudioCodec = {
  async decode(file) {
    const ffmpeg = findFfmpeg()
    if (!ffmpeg) throw new Error('Decoding AAC takes ffmpeg, which is not installed.')
    return trimAudio(decodeWithFfmpeg(ffmpeg, file.path, file), 0, file.trueSamples)
  },
  async stream({ source, output }, onUpdate) {
    using track = await openAacPackets(source)
    await muxPackets(track, output, onUpdate)
  },
}
