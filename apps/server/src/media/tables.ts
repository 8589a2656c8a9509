/** What was heard in a track's sound. */
export interface SoundAnalysisRow {
  track_id: string
  /** The sound that was heard; another one is heard anew. */
  audio_id: string
  /** Of the file it was read from: a file that could not be heard is tried again when these are others. */
  size: number
  mtime_ms: number
  /** The way of measuring; what was measured in another way is measured again. */
  method: number
  /** Integrated, in LUFS; null where it is too quiet or too short to have one. */
  loudness: number | null
  /** Highest sample as a share of full scale; null where it could not be heard. */
  peak: number | null
  /** How many of its blocks are how loud, to measure its album: see block-counts.ts. */
  blocks: Uint8Array
  /** One byte a bar; empty where it could not be heard. */
  waveform: Uint8Array
  /** Why it could not be heard, '' where it was. */
  problem: string
}

/** A picture that a listener sent; its file goes by the id. */
export interface UploadRow {
  id: string
  user_id: string
  /** The playlist it was sent for; null: for nothing yet, or the listener. */
  playlist_id: string | null
  bytes: number
  color: string
  thumbhash: string
  /** Epoch milliseconds. */
  kept_at: number
}

/** What the next picture of a session is for. */
export interface UploadTargetRow {
  token_hash: string
  /** null: the listener. */
  playlist_id: string | null
  until: number
}

export interface MediaTables {
  sound_analyses: SoundAnalysisRow
  uploads: UploadRow
  upload_targets: UploadTargetRow
}
