/** Result of the loudness analysis of a track. */
interface SoundAnalysisRow {
  track_id: string
  /** Audio id that was analysed; another one is analysed again. */
  audio_id: string
  /** Of the analysed file: a file that failed is retried when these change. */
  size: number
  mtime_ms: number
  /** Version of the measurement; results of another version are measured again. */
  method: number
  /** Integrated loudness in LUFS; null if the track is too quiet or too short. */
  loudness: number | null
  /** Sample peak relative to full scale; null if the analysis failed. */
  peak: number | null
  /** Histogram of block loudness, for measuring the album; see block-counts.ts. */
  blocks: Uint8Array
  /** One byte per bar; empty if the analysis failed. */
  waveform: Uint8Array
  /** Why the analysis failed, '' if it succeeded. */
  problem: string
}

/** An uploaded picture; its file is named by the id. */
export interface UploadRow {
  id: string
  user_id: string
  /** The playlist it was uploaded for; null: the member, or nothing yet. */
  playlist_id: string | null
  bytes: number
  color: string
  thumbhash: string
  /** Epoch milliseconds. */
  kept_at: number
}

/** The target of a session's next picture. */
export interface UploadTargetRow {
  token_hash: string
  /** null: the member. */
  playlist_id: string | null
  until: number
}

export interface MediaTables {
  sound_analyses: SoundAnalysisRow
  uploads: UploadRow
  upload_targets: UploadTargetRow
}
