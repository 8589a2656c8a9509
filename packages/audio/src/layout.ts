/** How the sound is encoded; what the browser and the stream renditions go by. */
export type Codec = 'mp3' | 'flac' | 'aac' | 'alac' | 'vorbis' | 'opus' | 'pcm'

/** What is true of a file's sound, whatever its tags say. */
export interface AudioInfo {
  readonly codec: Codec
  readonly sampleRate: number
  readonly channels: number
  /** Length of the music in samples at `sampleRate`, padding and priming not counted. */
  readonly trueSamples: number
  /**
   * Samples a plain decoder gives before the music starts. MP3: the encoder's delay plus the 529 of
   * the decoder; Opus: the pre-skip; AAC: from the edit list or iTunSMPB.
   */
  readonly primingSamples: number
  /** Taken from the sound's own bytes, 22 characters: moving, renaming and retagging do not change it. */
  readonly audioId: string
}

/** What the caller vouches for a file whose sound is still to be rendered: only its tags are read then. */
export type PromisedSound = AudioInfo

/** Why a file cannot go in, in words for the operator. Everything else thrown while reading is a bug. */
export class UnreadableError extends Error {
  override name: string = 'UnreadableError'
}

/** A file that could not be reached: the next run tries again, although the file looks the same. */
export class UnreachableError extends UnreadableError {
  override name = 'UnreachableError'
}
