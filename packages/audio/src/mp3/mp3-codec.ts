import type { AudioCodec } from '../format.ts'
import { trimAudio } from '../samples/trim-audio.ts'
import { decodeMp3, decodeMp3From } from './decode-mp3.ts'
import { findMp3Ranges, muxMp3 } from './stream-mp3.ts'

export const mp3: AudioCodec = {
  async decode({ path, primingSamples, trueSamples }) {
    return trimAudio(await decodeMp3(path), primingSamples, trueSamples)
  },
  async decodeFrom({ path, primingSamples, trueSamples }, first) {
    const { sound, skipped } = await decodeMp3From(path, primingSamples + first)
    return trimAudio(sound, skipped, trueSamples)
  },
  stream: (job, onUpdate) => (job.inContainer ? muxMp3(job, onUpdate) : findMp3Ranges(job, onUpdate)),
}
