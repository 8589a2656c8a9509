import { openFileBytes } from '../bytes/file-bytes.ts'
import type { AudioCodec } from '../format.ts'
import { renderAsFlac } from '../rendition/render-as-flac.ts'
import type { DecodedAudio } from '../samples/decoded-audio.ts'
import { padAudio } from '../samples/pad-audio.ts'
import { resampledLength } from '../samples/resample.ts'
import { trimAudio } from '../samples/trim-audio.ts'
import { decodeWithFfmpeg, type SampleFormat } from './decode-with-ffmpeg.ts'
import { FFMPEG_CONTAINERS } from './ffmpeg-containers.ts'
import type { FfmpegSource } from './ffmpeg-source.ts'
import { findFfmpeg } from './find-ffmpeg.ts'

/** Whatever only ffmpeg decodes. What the file is comes from its own bytes, not from what was stored of it. */
export const ffmpegCodec: AudioCodec = {
  decode: async ({ path }) => decode(readSource(path), path),
  async decodeFrom({ path }, first) {
    const source = readSource(path)
    return source.seeksExactly ? decode(source, path, first) : undefined
  },
  async stream({ source, output }, onUpdate) {
    using sound = decode(readSource(source), source)
    await renderAsFlac(sound, output, onUpdate)
  },
}

/** @param first sample, at the decoded rate @throws Error if ffmpeg is missing */
function decode(source: FfmpegSource, path: string, first = 0): DecodedAudio {
  const ffmpeg = findFfmpeg()
  if (!ffmpeg) throw new Error('Decoding this format takes ffmpeg, which is not installed.')
  const { info, demuxer, isFloat = false, delay = 0, decodedRate } = source
  const sampleRate = decodedRate ?? info.sampleRate
  const length = resampledLength(info.trueSamples, info.sampleRate, sampleRate)
  // The filters of DSD and resampling need some milliseconds to be as they would be.
  const start = Math.max(0, Math.floor(first / sampleRate) - 1)
  const sound = decodeWithFfmpeg(ffmpeg, path, {
    ...{ demuxer, sampleRate, channels: info.channels, trueSamples: length, start },
    format: isFloat ? 'f32' : formatOf(info.bitDepth),
  })
  return padAudio(trimAudio(sound, delay + first - start * sampleRate, length - first), length - first)
}

/** Lossy audio has no bit depth, and is decoded to more than 24. */
function formatOf(bitDepth: number): SampleFormat {
  if (bitDepth === 0) return 'f32'
  return bitDepth <= 16 ? 's16' : 's32'
}

/** @throws Error if it is no file for ffmpeg */
function readSource(path: string): FfmpegSource {
  using bytes = openFileBytes(path)
  const container = FFMPEG_CONTAINERS.find(one => one.matches(bytes))
  if (!container) throw new Error('The file is not of a format that ffmpeg is used for.')
  return container.readSource(bytes)
}
