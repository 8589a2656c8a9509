/**
 * What a watcher heard of a folder.
 *
 * - `new`: something was added or moved into it, which may still be written
 * - `written`: a file was written or replaced, which may have been there before
 * - `removed`: something left it
 */
export interface FolderEvent {
  readonly kind: 'new' | 'written' | 'removed'
  readonly folder: string
  /** Path of the file or folder. */
  readonly path: string
  readonly isFolder: boolean
}

export interface FolderWatcher {
  /** Folders that are watched. */
  readonly count: number
  /** Whether some are not, as the system allows no more. */
  readonly isLimited: boolean
  close(): void
}

export interface FolderListener {
  onEvents(events: readonly FolderEvent[]): void
  /** Events were lost, or a watched folder may be another one now: everything is to be walked and watched anew. */
  onLost(): void
}

export interface WatchedPlaces {
  /** Real paths. */
  readonly folders: readonly string[]
  /** Folders that are passed over with all in them. */
  readonly excluded: readonly string[]
  readonly signal: AbortSignal
}
