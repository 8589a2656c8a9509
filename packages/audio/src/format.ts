import type { AudioInfo } from './audio-info.ts'
import type { FileBytes } from './bytes/file-bytes.ts'
import type { RenditionJob, RenditionUpdate } from './rendition/rendition.ts'
import type { DecodedAudio } from './samples/decoded-audio.ts'

/** A container. It may hold several codecs, and a codec may come in several containers. */
export interface Container {
  /** MIME type for the tag library. */
  readonly mimeType: string
  matches(bytes: FileBytes): boolean
  /** @throws UnreadableError if the file is damaged or holds another codec */
  readInfo(bytes: FileBytes): AudioInfo
  /** Whether tags stand only before and after the audio, as in MP3: ID3, APE and Lyrics3. */
  readonly hasOuterTags?: boolean
  /** End of the tags, if the tag library would otherwise search the whole file for them. */
  tagsEnd?(bytes: FileBytes): number
}

/** An audio file, with what the import found out about it. */
export interface AudioFile extends Omit<AudioInfo, 'audioId' | 'bitDepth'> {
  readonly path: string
  /** Of a cut, which `trueSamples` is the length of: where it begins, in samples of the music of the file. */
  readonly first?: number | undefined
}

/**
 * Reads and converts the audio of one format. Files may be hostile: call it only in processes that may hang
 * or crash.
 */
export interface AudioCodec {
  /** Opens a file as samples: the music alone, without priming and padding. @throws Error if it cannot be read */
  decode(file: AudioFile): Promise<DecodedAudio>
  /**
   * The same from a later sample on to the end of the file, quicker than decoding what is before it, and exactly equal. Codecs
   * without it decode that, too.
   * @returns undefined if this file has to be decoded from its start
   */
  decodeFrom?(file: AudioFile, first: number): Promise<DecodedAudio | undefined>
  /**
   * Creates the rendition that browsers stream.
   * @throws Error if that is not possible
   */
  stream(job: RenditionJob, onUpdate: (update: RenditionUpdate) => void): Promise<void>
}

export interface AudioFormat {
  /** File name extensions, in lower case. */
  readonly extensions: readonly string[]
  readonly containers: readonly Container[]
  /** The HTTP content type of a file. */
  contentType(fileName: string): string
  /** Whether a rendition can have a lower sample rate than the file. */
  readonly canResample: boolean
  /** What needs ffmpeg on the operator's machine. Files that cannot be played without it are not imported without it. */
  readonly needsFfmpeg: 'nothing' | 'analysis' | 'playback'
  /** Loads the code that reads the audio; the other fields need none of it. */
  load(): Promise<AudioCodec>
}
