import type { Stats } from 'node:fs'
import { type FileHandle, open, rm, stat } from 'node:fs/promises'

/** Opens a file for reading; undefined where there is none. */
export function openIfExists(path: string): Promise<FileHandle | undefined> {
  return ifThere(open(path, 'r'))
}

export function statIfExists(path: string): Promise<Stats | undefined> {
  return ifThere(stat(path))
}

/** Removes what nobody has written to since the instant. */
export async function removeIfOlder(path: string, instant: number): Promise<void> {
  const found = await statIfExists(path)
  if (found && found.mtimeMs < instant) await rm(path, { force: true, recursive: true })
}

async function ifThere<T>(opening: Promise<T>): Promise<T | undefined> {
  try {
    return await opening
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
