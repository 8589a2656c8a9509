import type { Stats } from 'node:fs'
import { constants, type FileHandle, open, realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, sep } from 'node:path'
import { CachedBlocks } from './cached-blocks.ts'

/** A regular file, open for reading. */
export interface OpenFile {
  /** Absolute. Undefined for files that are still growing. */
  readonly path?: string | undefined
  readonly fd: number
  readonly size: number
  /** Changes with the file: its size and time. */
  readonly etag: string
  /** In HTTP date format. */
  readonly lastModified: string
  /** Undefined for files that are still growing. */
  readonly cached?: CachedBlocks
  /** Must be called once for each time that it was opened, after the last read. */
  release(): void
}

interface Entry {
  readonly handle: FileHandle
  readonly file: OpenFile
  readonly identity: string
  checkedAt: number
  usedAt: number
  users: number
  dropped: boolean
}

const MAX_OPEN = 256
const CHECK_AFTER_MS = 1_000
const CLOSE_AFTER_MS = 60_000
/** Refuses symbolic links, and does not block on pipes. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * Caches open files between requests, since a player reads one file in many ranges. A file that changed on
 * disk is reopened within a second.
 */
export class OpenFiles {
  readonly #entries = new Map<string, Entry>()
  readonly #opening = new Map<string, Promise<Entry | undefined>>()
  #isClosed = false
  readonly #sweeper = setInterval(() => this.#sweep(CLOSE_AFTER_MS), CLOSE_AFTER_MS / 2).unref()

  /** Undefined if there is no regular file at `path`, or if its real path lies outside of `root`. */
  async open(path: string, root: string): Promise<OpenFile | undefined> {
    let entry = this.#entries.get(path)
    if (entry && performance.now() - entry.checkedAt > CHECK_AFTER_MS) entry = await this.#check(path, entry)
    entry ??= await this.#openOnce(path, root)
    if (!entry) return undefined
    const used = entry
    used.users++
    used.usedAt = performance.now()
    return used.file
  }

  async #check(path: string, entry: Entry): Promise<Entry | undefined> {
    const now = await stat(path).catch(() => undefined)
    if (now && identityOf(now) === entry.identity && !entry.dropped) {
      entry.checkedAt = performance.now()
      return entry
    }
    if (this.#entries.get(path) === entry) this.#drop(path, entry)
    return undefined
  }

  #openOnce(path: string, root: string): Promise<Entry | undefined> {
    let opening = this.#opening.get(path)
    if (!opening) {
      opening = this.#openNow(path, root).finally(() => this.#opening.delete(path))
      this.#opening.set(path, opening)
    }
    return opening
  }

  async #openNow(path: string, root: string): Promise<Entry | undefined> {
    const handle = await open(path, FLAGS).catch(() => undefined)
    if (!handle) return undefined
    let entry: Entry | undefined
    try {
      const stats = await handle.stat()
      if (stats.isFile() && (await isWithin(path, root))) entry = this.#add(path, handle, stats)
    } finally {
      if (!entry) await handle.close()
    }
    return entry
  }

  #add(path: string, handle: FileHandle, stats: Stats): Entry {
    const now = performance.now()
    const entry: Entry = {
      handle,
      identity: identityOf(stats),
      file: {
        path,
        fd: handle.fd,
        size: stats.size,
        etag: `"${stats.size.toString(36)}-${Math.round(stats.mtimeMs).toString(36)}"`,
        lastModified: stats.mtime.toUTCString(),
        cached: new CachedBlocks(stats.size),
        release: () => this.#release(entry),
      },
      checkedAt: now,
      usedAt: now,
      users: 0,
      dropped: this.#isClosed,
    }
    // Whoever is waiting for it is the last to use it, and closes it.
    if (this.#isClosed) return entry
    this.#entries.set(path, entry)
    if (this.#entries.size > MAX_OPEN) this.#makeRoom()
    return entry
  }

  #release(entry: Entry): void {
    entry.users--
    if (entry.dropped && entry.users === 0) void entry.handle.close()
  }

  #drop(path: string, entry: Entry): void {
    this.#entries.delete(path)
    entry.dropped = true
    if (entry.users === 0) void entry.handle.close()
  }

  #makeRoom(): void {
    const byAge = [...this.#entries].toSorted(([, a], [, b]) => a.usedAt - b.usedAt)
    for (const [path, entry] of byAge.slice(0, MAX_OPEN / 4)) this.#drop(path, entry)
  }

  #sweep(unusedMs: number): void {
    const before = performance.now() - unusedMs
    for (const [path, entry] of this.#entries) {
      if (entry.users === 0 && entry.usedAt < before) this.#drop(path, entry)
    }
  }

  /** Files in use are closed when they are released. */
  close(): void {
    this.#isClosed = true
    clearInterval(this.#sweeper)
    for (const [path, entry] of this.#entries) this.#drop(path, entry)
  }
}

function identityOf(stats: { ino: number; size: number; mtimeMs: number }): string {
  return `${stats.ino} ${stats.size} ${stats.mtimeMs}`
}

/** Compares real paths, since a folder on the way may be a link to elsewhere. */
async function isWithin(path: string, root: string): Promise<boolean> {
  try {
    const way = relative(await realpath(root), await realpath(path))
    return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
  } catch {
    return false
  }
}
