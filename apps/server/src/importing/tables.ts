/** What the importer remembers of each file, so that a second run knows what changed. */
export interface FileRow {
  /** Absolute path. */
  path: string
  /** The collection folder it was found under. */
  root: string
  size: number
  mtime_ms: number
  /** Size and time of what lies beside it and was read with it: lyrics, covers, artist pictures. */
  beside: string
  /** The track it holds; null where it was skipped. */
  track_id: string | null
  /** Identity taken from the sound itself: the same after moving, renaming and retagging. */
  audio_id: string
  /** Why it was skipped, '' where it went in. */
  problem: string
  /** 1 while the file is not where it was. */
  missing: number
}

/** Something only one process may do at a time. */
export interface LeaseRow {
  name: string
  holder: string
  expires_at: number
}

/** A folder that imports go through. What comes in after one came to its end is news. */
export interface CollectionRootRow {
  /** Absolute path. */
  path: string
  /** When the first run began that since then has not come to its end; null: the last one did. */
  begun_at: number | null
  /** null: none ever came to its end. */
  whole_at: number | null
}

/** A folder where a disk was mounted when music was last found there. */
export interface CollectionMountRow {
  /** Absolute path. */
  path: string
  /** Which file system it was: see device-of.ts. */
  file_system: string
  /** 1 since it was found missing, empty or with nothing but other music. */
  away: number
}

/** The running import, or the last one. There is one row at most. */
export interface ImportStatusRow {
  /** Always 1. */
  id: number
  /** Names the import, so that one that was superseded writes nothing more. */
  run: string
  /** 1 where it imports the sample catalogue. */
  sample: number
  /** Files that have been read. */
  done: number
  /** Files to read; 0 while the folders are searched. */
  total: number
  /** JSON array of the folders, as the operator named them. */
  folders: string
  /** Why it failed, '' where it did not. */
  problem: string
  /** Goes up when tracks are removed; kept from import to import. */
  removals: number
  /** null: it has not ended, or it crashed. */
  ended_at: number | null
}

export interface ImportingTables {
  collection_mounts: CollectionMountRow
  collection_roots: CollectionRootRow
  files: FileRow
  import_status: ImportStatusRow
  leases: LeaseRow
}
