import type { Generated } from 'kysely'

/** A file of the collection as the last import found it. */
export interface FileRow {
  /** Absolute path. */
  path: string
  /** End of the path, by which playlists find it: see path-tail.ts. '' for files not read since this is stored. */
  tail: Generated<string>
  /** The collection folder it was found under. */
  root: string
  size: number
  mtime_ms: number
  /** Hash of the lyrics and pictures that were read with it. */
  beside: string
  /** `readVersionOf` the import that read it. */
  read_version: Generated<number>
  /** Its track; null if it was skipped. */
  track_id: string | null
  /** Hash of the audio data, independent of path, name and tags. */
  audio_id: string
  /** Why it was skipped, '' if it was imported. */
  problem: string
  /** 1 while the file does not exist. */
  missing: number
}

/** A name that decides how a track's artists are read, if it stands alone elsewhere in the collection. */
interface NameQuestionRow {
  track_id: string
  /** Folded. */
  name: string
  /** 1 if it stood alone when the track was read. */
  stood: number
}

/** A task that only one process may run at a time. */
export interface LeaseRow {
  name: string
  holder: string
  expires_at: number
}

/** A root folder of imports. New albums are announced once an import of it has completed. */
export interface CollectionRootRow {
  /** Absolute path. */
  path: string
  /** Start of the first import that has not completed since; null if the last one has. */
  begun_at: number | null
  /** When an import last completed; null if none has. */
  whole_at: number | null
}

/** A folder of music that an administrator added in the browser. */
interface MusicFolderRow {
  /** Absolute path. */
  path: string
  added_at: number
}

/** A mount point below which music was found. */
export interface CollectionMountRow {
  /** Absolute path. */
  path: string
  /** See `identifyFileSystem`. */
  file_system: string
  /** 1 if it was last found missing, empty or with other music only. */
  away: number
}

/** The running or last import. At most one row. */
export interface ImportStatusRow {
  /** Always 1. */
  id: number
  /** Id of the import; one that was superseded no longer writes. */
  run: string
  /** 1 for the sample catalogue. */
  sample: number
  /** Files that have been read. */
  done: number
  /** Files to read; 0 while searching the folders. */
  total: number
  /** JSON array of the folders as the operator named them. */
  folders: string
  /** Why it failed, '' if it did not. */
  problem: string
  /** Incremented when tracks are removed; never reset. */
  removals: number
  /** null while it runs or if it crashed. */
  ended_at: number | null
}

/** An import of the operator's music, however it was started. Its counts are 0 until it has ended. */
export interface ImportRunRow {
  id: string
  started_at: number
  /** When its folders had been walked; null before, and if nothing was to be read. */
  reading_at: number | null
  /** null while it runs or if it crashed. */
  ended_at: number | null
  /** JSON array of the folders as the operator named them. */
  folders: string
  /** 1 if it ended with an error. */
  failed: Generated<number>
  /** What the operator can do about the error; '' if nothing is known. */
  problem: Generated<string>
  added: Generated<number>
  changed: Generated<number>
  unchanged: Generated<number>
  moved: Generated<number>
  unavailable: Generated<number>
  forgotten: Generated<number>
  /** Files that it did not import. */
  skipped: Generated<number>
}

/** A file that the last completed import skipped, or a picture that it could not use. */
export interface ImportProblemRow {
  position: number
  path: string
  reason: string
}

/** How a folder of music is followed while a process watches. */
export interface WatchedFolderRow {
  path: string
  /** 0 if it is only walked. */
  watched: number
  /** Why events do not tell everything, see watch-state.ts; '' if they do. */
  reason: string
  /** null if no walk is due. */
  next_walk_at: number | null
}

export interface ImportingTables {
  collection_mounts: CollectionMountRow
  collection_roots: CollectionRootRow
  files: FileRow
  import_problems: ImportProblemRow
  import_runs: ImportRunRow
  import_status: ImportStatusRow
  leases: LeaseRow
  music_folders: MusicFolderRow
  name_questions: NameQuestionRow
  watched_folders: WatchedFolderRow
}
