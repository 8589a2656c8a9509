import type { Stats } from 'node:fs'
import { type FileHandle, open, rm, stat } from 'node:fs/promises'

/** Opens a file for reading; undefined if it does not exist. */
export function openIfExists(path: string): Promise<FileHandle | undefined> {
  return ifExists(open(path, 'r'))
}

export function statIfExists(path: string): Promise<Stats | undefined> {
  return ifExists(stat(path))
}

/** Removes a file or folder that was not modified since `instant` (ms since the epoch). */
export async function removeIfOlder(path: string, instant: number): Promise<void> {
  const found = await statIfExists(path)
  if (found && found.mtimeMs < instant) await rm(path, { force: true, recursive: true })
}

async function ifExists<T>(opening: Promise<T>): Promise<T | undefined> {
  try {
    return await opening
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
