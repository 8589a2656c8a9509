import { findFfmpeg, openByFfmpeg } from './aac/ffmpeg.ts'
import { openAlac } from './alac/open-alac.ts'
import { decodeFlacTrack } from './flac/decode-flac-track.ts'
import { openMp3 } from './mp3/open-mp3.ts'
import { openOpus } from './opus/open-opus.ts'
import { openPcm } from './pcm/open-pcm.ts'
import { openPackets } from './rendition/open-packets.ts'
import type { StreamSound } from './samples/audio-stream.ts'
import { trimSound } from './samples/trim-audio.ts'
import { openVorbis } from './vorbis/open-vorbis.ts'

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
export async function openSound(file: SoundFileToRead): Promise<StreamSound> {
  const { path, codec, primingSamples, trueSamples } = file
  switch (codec) {
    case 'flac':
      return decodeFlacTrack(await openPackets(path, 'flac'))
    case 'pcm':
      return openPcm(path)
    case 'alac':
      return openAlac(path)
    case 'vorbis':
      return trimSound(await openVorbis(path), 0, trueSamples)
    case 'mp3':
      return trimSound(await openMp3(path), primingSamples, trueSamples)
    case 'opus':
      return trimSound(await openOpus(path), primingSamples, trueSamples)
    case 'aac': {
      const ffmpeg = findFfmpeg()
      if (!ffmpeg) throw new Error('There is no ffmpeg to read AAC.')
      return trimSound(openByFfmpeg(ffmpeg, path, file), 0, trueSamples)
    }
    default:
      throw new Error(`There is no decoder of ${codec}.`)
  }
}
