/** A track in a playlist file. */
export interface FileEntry {
  /** '' if the file only has a link. */
  readonly title: string
  readonly artist?: string | undefined
  readonly album?: string | undefined
  /** Duration. */
  readonly seconds?: number | undefined
  /** Address of the track, or path of its file. */
  readonly link?: string | undefined
}

/** The content of a playlist file. */
export interface PlaylistFile {
  /** '' without one. */
  readonly title: string
  readonly entries: readonly FileEntry[]
}

/** Further lines of a text are not read. */
export const MAX_LINES = 100_000

/** Longer lines and values are cut: names are shorter, and paths that a system allows are not longer. */
export const MAX_LINE_LENGTH = 4_096
