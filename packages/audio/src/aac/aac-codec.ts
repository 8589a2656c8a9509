import { existsSync } from 'node:fs'
import { openFileBytes } from '../bytes/file-bytes.ts'
import { decodeWithFfmpeg } from '../ffmpeg/decode-with-ffmpeg.ts'
import { findFfmpeg } from '../ffmpeg/find-ffmpeg.ts'
import type { AudioCodec } from '../format.ts'
import { muxPackets } from '../rendition/mux.ts'
import { trimAudio } from '../samples/trim-audio.ts'
import { openAacPackets } from './open-aac-packets.ts'
import { adtsContainer } from './read-adts-info.ts'

export const aac: AudioCodec = {
  async decode(file) {
    const ffmpeg = findFfmpeg()
    if (!ffmpeg) throw new Error('Decoding AAC takes ffmpeg, which is not installed.')
    const { path, sampleRate, channels, trueSamples } = file
    const demuxer = isRaw(path) ? 'aac' : 'mov'
    const input = { demuxer, sampleRate, channels, trueSamples, format: 'f32' } as const
    return trimAudio(decodeWithFfmpeg(ffmpeg, path, input), 0, trueSamples)
  },
  async stream({ source, output }, onUpdate) {
    using track = await openAacPackets(source)
    await muxPackets(track, output, onUpdate)
  },
}

/** Whether the file is AAC without a container. */
function isRaw(path: string): boolean {
  // What cannot be opened is left to ffmpeg.
  if (!existsSync(path)) return false
  using bytes = openFileBytes(path)
  return adtsContainer.matches(bytes)
}
