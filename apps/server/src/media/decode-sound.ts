import { findFfmpeg, openByFfmpeg } from './decode-by-ffmpeg.ts'
import { openMp3 } from './decode-mp3.ts'
import { openOpus } from './decode-opus.ts'
import { openAlac } from './stream-alac.ts'
import { decodeFlacTrack } from './stream-flac.ts'
import { openPackets } from './stream-packets.ts'
import { openPcm } from './stream-pcm.ts'
import type { StreamSound } from './stream-sound.ts'
import { openVorbis } from './stream-vorbis.ts'
import { trimSound } from './trim-sound.ts'

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
