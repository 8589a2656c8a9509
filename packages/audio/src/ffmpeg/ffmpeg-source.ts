import { type AudioInfo, UnreadableError } from '../audio-info.ts'
import type { FileBytes } from '../bytes/file-bytes.ts'
import type { Container } from '../format.ts'

const LEAST_RATE = 1_000
/** Of DSD, 1,024 times that of a CD. */
const MAX_RATE = 49_152_000
/** Renditions have no more. */
const MAX_CHANNELS = 8
const MAX_BITS = 64
/** Four days of DSD. */
const MAX_SAMPLES = 2 ** 40

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
  /** Whether ffmpeg outputs the same samples if it begins later, as measured. Others may be off by a frame. */
  readonly seeksExactly?: boolean
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
  const readChecked = (bytes: FileBytes) => {
    const source = readSource(bytes)
    if (!isPlausible(source.info)) throw new UnreadableError('its header is damaged')
    return source
  }
  return {
    ...{ mimeType, matches, readSource: readChecked, ...options },
    readInfo: bytes => readChecked(bytes).info,
  }
}

/** Whether the numbers are those of music: they are stored, and told to ffmpeg. */
function isPlausible({ sampleRate, channels, bitDepth, trueSamples }: AudioInfo): boolean {
  return (
    [sampleRate, channels, bitDepth, trueSamples].every(Number.isInteger) &&
    sampleRate >= LEAST_RATE &&
    sampleRate <= MAX_RATE &&
    channels >= 1 &&
    channels <= MAX_CHANNELS &&
    bitDepth <= MAX_BITS &&
    trueSamples <= MAX_SAMPLES
  )
}
