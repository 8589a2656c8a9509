import { type AudioInfo, type Codec, UnreadableError } from './audio-info.ts'
import type { FileBytes } from './bytes/file-bytes.ts'
import { flacContainer } from './flac/read-flac-info.ts'
import type { AudioFormat, Container } from './format.ts'
import { mp3Container } from './mp3/read-mp3-info.ts'
import { mp4Container } from './mp4/read-mp4-info.ts'
import { oggContainer } from './ogg/read-ogg-info.ts'
import { aiffContainer, wavContainer } from './pcm/read-pcm-info.ts'
import { MAX_STREAM_RATE } from './rendition/rendition.ts'

/** Every supported format. A new one takes an entry here and a file with its codec. */
export const FORMATS: Readonly<Record<Codec, AudioFormat>> = {
  vorbis: {
    extensions: ['.ogg', '.oga'],
    containers: [oggContainer],
    contentType: () => 'audio/ogg',
    canResample: true,
    needsFfmpeg: false,
    load: async () => (await import('./vorbis/vorbis-codec.ts')).vorbis,
  },
  opus: {
    extensions: ['.opus', '.ogg', '.oga'],
    containers: [oggContainer],
    contentType: () => 'audio/ogg',
    canResample: false,
    needsFfmpeg: false,
    load: async () => (await import('./opus/opus-codec.ts')).opus,
  },
  aac: {
    extensions: ['.m4a', '.m4b', '.mp4'],
    containers: [mp4Container],
    contentType: () => 'audio/mp4',
    canResample: false,
    needsFfmpeg: true,
    load: async () => (await import('./aac/aac-codec.ts')).aac,
  },
  alac: {
    extensions: ['.m4a', '.m4b', '.mp4'],
    containers: [mp4Container],
    contentType: () => 'audio/mp4',
    canResample: true,
    needsFfmpeg: false,
    load: async () => (await import('./alac/alac-codec.ts')).alac,
  },
  pcm: {
    extensions: ['.wav', '.wave', '.aif', '.aiff', '.aifc'],
    containers: [wavContainer, aiffContainer],
    contentType: fileName => (/\.aif[fc]?$/i.test(fileName) ? 'audio/aiff' : 'audio/wav'),
    canResample: true,
    needsFfmpeg: false,
    load: async () => (await import('./pcm/pcm-codec.ts')).pcm,
  },
  flac: {
    extensions: ['.flac'],
    containers: [flacContainer],
    contentType: fileName => (/\.og[ag]$/i.test(fileName) ? 'audio/ogg' : 'audio/flac'),
    canResample: true,
    needsFfmpeg: false,
    load: async () => (await import('./flac/flac-codec.ts')).flac,
  },
  // Last, since its container has no signature: it matches every file that none of the others does.
  mp3: {
    extensions: ['.mp3'],
    containers: [mp3Container],
    contentType: () => 'audio/mpeg',
    canResample: false,
    needsFfmpeg: false,
    load: async () => (await import('./mp3/mp3-codec.ts')).mp3,
  },
}

/** Undefined for a codec that only a newer version knows, which may have written to the same database. */
export function findFormat(codec: Codec): AudioFormat | undefined {
  return FORMATS[codec]
}

/** True if this machine can decode such a file. */
export function isDecodable(codec: Codec, ffmpeg: string | undefined): boolean {
  const format = findFormat(codec)
  return format !== undefined && (!format.needsFfmpeg || ffmpeg !== undefined)
}

/** True if a rendition can be made of such a file. */
export function isStreamable(codec: Codec, sampleRate: number): boolean {
  const format = findFormat(codec)
  return format !== undefined && (sampleRate <= MAX_STREAM_RATE || format.canResample)
}

/** Detects a file's container by its content: its extension may be wrong. */
export function detectContainer(bytes: FileBytes): Container {
  const containers = Object.values(FORMATS).flatMap(format => format.containers)
  return containers.find(container => container.matches(bytes)) ?? mp3Container
}

/**
 * Reads the properties of a file's audio.
 * @throws UnreadableError with the reason why it cannot be imported
 */
export function readAudioInfo(bytes: FileBytes): AudioInfo {
  if (bytes.size === 0) throw new UnreadableError('it is empty')
  const info = detectContainer(bytes).readInfo(bytes)
  if (info.trueSamples <= 0) throw new UnreadableError('it has no sound')
  return info
}
