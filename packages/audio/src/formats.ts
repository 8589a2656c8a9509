import { adtsContainer } from './aac/read-adts-info.ts'
import { type AudioInfo, type Codec, UnreadableError } from './audio-info.ts'
import type { FileBytes } from './bytes/file-bytes.ts'
import { apeContainer } from './ffmpeg/read-ape-info.ts'
import { asfContainer } from './ffmpeg/read-asf-info.ts'
import { dffContainer, dsfContainer } from './ffmpeg/read-dsd-info.ts'
import { matroskaContainer } from './ffmpeg/read-matroska-info.ts'
import { musepackContainer } from './ffmpeg/read-musepack-info.ts'
import { ttaContainer } from './ffmpeg/read-tta-info.ts'
import { wavpackContainer } from './ffmpeg/read-wavpack-info.ts'
import { flacContainer } from './flac/read-flac-info.ts'
import type { AudioFormat, Container } from './format.ts'
import { mp3Container } from './mp3/read-mp3-info.ts'
import { mp4Container } from './mp4/read-mp4-info.ts'
import { oggContainer } from './ogg/read-ogg-info.ts'
import { aiffContainer, wavContainer } from './pcm/read-pcm-info.ts'
import { MAX_STREAM_RATE } from './rendition/rendition.ts'

/** A format that this project has no decoder for. */
function byFfmpeg(
  extensions: readonly string[],
  containers: readonly Container[],
  contentType: string,
): AudioFormat {
  return {
    ...{ extensions, containers, contentType: () => contentType },
    canResample: true,
    needsFfmpeg: 'playback',
    load: async () => (await import('./ffmpeg/ffmpeg-codec.ts')).ffmpegCodec,
  }
}

/** Every supported format. A new one takes an entry here and a file with its codec. */
export const FORMATS: Readonly<Record<Codec, AudioFormat>> = {
  vorbis: {
    extensions: ['.ogg', '.oga'],
    containers: [oggContainer],
    contentType: () => 'audio/ogg',
    canResample: true,
    needsFfmpeg: 'nothing',
    load: async () => (await import('./vorbis/vorbis-codec.ts')).vorbis,
  },
  opus: {
    extensions: ['.opus', '.ogg', '.oga'],
    containers: [oggContainer],
    contentType: () => 'audio/ogg',
    canResample: false,
    needsFfmpeg: 'nothing',
    load: async () => (await import('./opus/opus-codec.ts')).opus,
  },
  aac: {
    extensions: ['.m4a', '.m4b', '.mp4', '.aac'],
    containers: [mp4Container, adtsContainer],
    contentType: fileName => (/\.aac$/i.test(fileName) ? 'audio/aac' : 'audio/mp4'),
    canResample: false,
    needsFfmpeg: 'analysis',
    load: async () => (await import('./aac/aac-codec.ts')).aac,
  },
  alac: {
    extensions: ['.m4a', '.m4b', '.mp4'],
    containers: [mp4Container],
    contentType: () => 'audio/mp4',
    canResample: true,
    needsFfmpeg: 'nothing',
    load: async () => (await import('./alac/alac-codec.ts')).alac,
  },
  pcm: {
    extensions: ['.wav', '.wave', '.aif', '.aiff', '.aifc'],
    containers: [wavContainer, aiffContainer],
    contentType: fileName => (/\.aif[fc]?$/i.test(fileName) ? 'audio/aiff' : 'audio/wav'),
    canResample: true,
    needsFfmpeg: 'nothing',
    load: async () => (await import('./pcm/pcm-codec.ts')).pcm,
  },
  flac: {
    extensions: ['.flac'],
    containers: [flacContainer],
    contentType: fileName => (/\.og[ag]$/i.test(fileName) ? 'audio/ogg' : 'audio/flac'),
    canResample: true,
    needsFfmpeg: 'nothing',
    load: async () => (await import('./flac/flac-codec.ts')).flac,
  },
  ape: byFfmpeg(['.ape'], [apeContainer], 'audio/x-ape'),
  dsd: byFfmpeg(['.dsf', '.dff'], [dsfContainer, dffContainer], 'audio/x-dsd'),
  matroska: byFfmpeg(['.mka', '.webm'], [matroskaContainer], 'audio/x-matroska'),
  musepack: byFfmpeg(['.mpc'], [musepackContainer], 'audio/x-musepack'),
  tta: byFfmpeg(['.tta'], [ttaContainer], 'audio/x-tta'),
  wavpack: byFfmpeg(['.wv'], [wavpackContainer], 'audio/x-wavpack'),
  wma: byFfmpeg(['.wma'], [asfContainer], 'audio/x-ms-wma'),
  // Last, since its container has no signature: it matches every file that none of the others does.
  mp3: {
    extensions: ['.mp3'],
    containers: [mp3Container],
    contentType: () => 'audio/mpeg',
    canResample: false,
    needsFfmpeg: 'nothing',
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
  return format !== undefined && (format.needsFfmpeg === 'nothing' || ffmpeg !== undefined)
}

/** True for what browsers cannot play, and neither can we without ffmpeg. */
export const isPlayedByFfmpeg = (codec: Codec): boolean => findFormat(codec)?.needsFfmpeg === 'playback'

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
