import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * What a backup takes from the data folder, beside the database. All else is made again when it is needed. The keys are of
 * earlier versions; see adopt-secret-files.ts.
 */
export const STORED_NAMES = ['mail-key', 'push-keys.json', 'pictures', 'uploads'] as const

export interface StoredFile {
  /** Relative to the data folder, with `/`. */
  readonly path: string
  readonly size: number
  /** Whole milliseconds. */
  readonly mtimeMs: number
}

/** The files to back up, in a fixed order. Files that disappear meanwhile are left out. */
export async function* findStoredFiles(dataDir: string): AsyncGenerator<StoredFile> {
  for (const name of STORED_NAMES) yield* findBelow(dataDir, name)
}

async function* findBelow(dataDir: string, path: string): AsyncGenerator<StoredFile> {
  const entries = await readdir(join(dataDir, path), { withFileTypes: true }).catch(isGone)
  if (!entries) {
    const found = await stat(join(dataDir, path)).catch(isGone)
    if (found?.isFile()) yield { path, size: found.size, mtimeMs: Math.floor(found.mtimeMs) }
    return
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (isStored(entry)) yield* findBelow(dataDir, `${path}/${entry.name}`)
  }
}

function isStored(entry: Dirent): boolean {
  return entry.isDirectory() || (entry.isFile() && !entry.name.endsWith('.tmp'))
}

/** A file, or nothing. */
function isGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
