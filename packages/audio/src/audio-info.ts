/** How audio is encoded. `pcm` stands for WAV and AIFF, `matroska` for whatever is in Matroska and WebM. */
export type Codec =
  | 'aac'
  | 'alac'
  | 'ape'
  | 'dsd'
  | 'flac'
  | 'matroska'
  | 'mp3'
  | 'musepack'
  | 'opus'
  | 'pcm'
  | 'tta'
  | 'vorbis'
  | 'wavpack'
  | 'wma'

/** What a file's audio is, whatever its tags say. */
export interface AudioInfo {
  readonly codec: Codec
  readonly sampleRate: number
  readonly channels: number
  /** Bits per sample of a lossless format, as its header says; 0 for lossy ones. */
  readonly bitDepth: number
  /** Length of the music in samples at `sampleRate`, without padding and priming. */
  readonly trueSamples: number
  /**
   * Samples that a plain decoder outputs before the music starts. MP3: the encoder's delay plus the 529 of
   * the decoder; Opus: the pre-skip; AAC: from the edit list or iTunSMPB.
   */
  readonly primingSamples: number
  /** 22 characters, computed from the encoded audio: moving, renaming or retagging a file does not change it. */
  readonly audioId: string
}

/** The file cannot be imported; the message tells the operator why. Any other error while reading is a bug. */
export class UnreadableError extends Error {
  override name: string = 'UnreadableError'
}

/** The file could not be reached. The next import tries again, although the file looks the same. */
export class UnreachableError extends UnreadableError {
  override name = 'UnreachableError'
}
