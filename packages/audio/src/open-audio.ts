import { decodeWithFfmpeg, findFfmpeg } from './aac/ffmpeg.ts'
import { decodeAlac } from './alac/open-alac.ts'
import { decodeFlacTrack } from './flac/decode-flac-track.ts'
import { decodeMp3 } from './mp3/open-mp3.ts'
import { decodeOpus } from './opus/open-opus.ts'
import { decodePcm } from './pcm/open-pcm.ts'
import { openPackets } from './rendition/open-packets.ts'
import type { DecodedAudio } from './samples/audio-stream.ts'
import { trimAudio } from './samples/trim-audio.ts'
import { decodeVorbis } from './vorbis/open-vorbis.ts'

/** A sound file, and what the importer knows of it. */
export interface SoundFileToRead {
  readonly path: string
  readonly codec: string
  readonly sampleRate: number
  readonly channels: number
  readonly trueSamples: number
  readonly primingSamples: number
}

/** Those that are decoded here; AAC takes an ffmpeg of the operator's. */
const DECODED: ReadonlySet<string> = new Set(['flac', 'pcm', 'alac', 'vorbis', 'mp3', 'opus'])

/** True where the samples of such a file can be had on this machine. */
export function isDecodable(codec: string, ffmpeg: string | undefined): boolean {
  return DECODED.has(codec) || (codec === 'aac' && ffmpeg !== undefined)
}

/**
 * Opens any sound file as samples, a piece at a time: the music alone, without what an encoder puts before
 * and after it. Only for a process that may hang or die: the bytes of the file may be anything.
 * @throws Error where it cannot be read.
 */
export async function decodeAudio(file: SoundFileToRead): Promise<DecodedAudio> {
  const { path, codec, primingSamples, trueSamples } = file
  switch (codec) {
    case 'flac':
      return decodeFlacTrack(await openPackets(path, 'flac'))
    case 'pcm':
      return decodePcm(path)
    case 'alac':
      return decodeAlac(path)
    case 'vorbis':
      return trimAudio(await decodeVorbis(path), 0, trueSamples)
    case 'mp3':
      return trimAudio(await decodeMp3(path), primingSamples, trueSamples)
    case 'opus':
      return trimAudio(await decodeOpus(path), primingSamples, trueSamples)
    case 'aac': {
      const ffmpeg = findFfmpeg()
      if (!ffmpeg) throw new Error('There is no ffmpeg to read AAC.')
      return trimAudio(decodeWithFfmpeg(ffmpeg, path, file), 0, trueSamples)
    }
    default:
      throw new Error(`There is no decoder of ${codec}.`)
  }
}
