import type { Stats } from 'node:fs'
import { type FileHandle, open, rm, stat } from 'node:fs/promises'

/** A file that is open for reading, as it was found. Whoever opened it closes it. */
export interface FoundFile {
  readonly path: string
  readonly handle: FileHandle
  readonly stats: Stats
}

/** Opens a file for reading; undefined if it does not exist. */
export async function openIfExists(path: string): Promise<FoundFile | undefined> {
  const handle = await ifExists(open(path, 'r'))
  if (!handle) return undefined
  try {
    return { path, handle, stats: await handle.stat() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Opens the longest of those files that exist. */
export async function openLongest(paths: readonly string[]): Promise<FoundFile | undefined> {
  let longest: FoundFile | undefined
  try {
    for (const path of paths) {
      const found = await openIfExists(path)
      const isLonger = found && found.stats.size > (longest?.stats.size ?? -1)
      const shorter = isLonger ? longest : found
      if (isLonger) longest = found
      await shorter?.handle.close()
    }
    return longest
  } catch (error) {
    await longest?.handle.close()
    throw error
  }
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
