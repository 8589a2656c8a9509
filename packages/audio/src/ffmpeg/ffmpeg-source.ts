import type { AudioInfo } from '../audio-info.ts'
import type { FileBytes } from '../bytes/file-bytes.ts'
import type { Container } from '../format.ts'

/** A file that ffmpeg decodes. */
export interface FfmpegSource {
  readonly info: AudioInfo
  /** ffmpeg's name of the container. It is forced, so that no file is read as a list of other files. */
  readonly demuxer: string
  /** Samples of floating point, which have no bit depth. */
  readonly isFloat?: boolean
  /** Samples that ffmpeg outputs before the music, at the rate of the file. */
  readonly delay?: number
  /** Rate in Hz to decode to, if it is not that of the file. */
  readonly decodedRate?: number
}

export interface FfmpegContainer extends Container {
  /** @throws UnreadableError if the file is damaged or holds something else */
  readSource(bytes: FileBytes): FfmpegSource
}

/** A container whose files ffmpeg decodes. */
export function ffmpegContainer(
  mimeType: string,
  matches: (bytes: FileBytes) => boolean,
  readSource: (bytes: FileBytes) => FfmpegSource,
  options: Pick<Container, 'hasOuterTags'> = {},
): FfmpegContainer {
  return { mimeType, matches, readSource, readInfo: bytes => readSource(bytes).info, ...options }
}
