import type { FileHandle } from 'node:fs/promises'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenFile } from './open-files.ts'
import type { Rendition } from './stream-rendition.ts'

const BYTES = '.mp4'
const INDEX = '.json'
const PART = '.part'

interface Entry {
  size: number
  usedAt: number
  readers: number
}

/** The bytes of a rendition, open for reading. */
export interface OpenRendition extends OpenFile {
  /** False while it is still being written. */
  readonly isFinished: boolean
}

/**
 * Finished renditions on disk, the least recently used of which make room. A rendition is two files, its
 * bytes and its index; it counts once both carry their final names, so nothing half-written is ever found.
 */
export class StreamCache {
  readonly #folder: string
  readonly #limit: number
  readonly #entries = new Map<string, Entry>()

  private constructor(folder: string, limit: number) {
    this.#folder = folder
    this.#limit = limit
  }

  /**
   * Opens the cache and clears away what an interrupted run left.
   * @param limit bytes that renditions may take together.
   */
  static async open(folder: string, limit: number): Promise<StreamCache> {
    await mkdir(folder, { recursive: true })
    const cache = new StreamCache(folder, limit)
    const names = new Set(await readdir(folder))
    for (const name of names) {
      const isBytes = name.endsWith(BYTES)
      const key = name.replace(/\.\w+$/, '')
      if (isBytes && names.has(key + INDEX)) {
        const [bytes, index] = await Promise.all([name, key + INDEX].map(one => stat(join(folder, one))))
        if (!bytes || !index) continue
        cache.#entries.set(key, { size: bytes.size + index.size, usedAt: bytes.mtimeMs, readers: 0 })
      } else if (isBytes || !names.has(key + BYTES)) await rm(join(folder, name), { force: true })
    }
    await cache.#makeRoom()
    return cache
  }

  /** Bytes that the renditions and their indexes take now. */
  get size(): number {
    return [...this.#entries.values()].reduce((sum, entry) => sum + entry.size, 0)
  }

  /** Where a rendition is written before it is kept. */
  partPath(key: string): string {
    return join(this.#folder, key + PART)
  }

  /** The index of a finished rendition, or undefined; counts as a use. */
  async find(key: string): Promise<Rendition | undefined> {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#use(key, entry)
    try {
      return JSON.parse(await readFile(join(this.#folder, key + INDEX), 'utf8')) as Rendition
    } catch {
      await this.drop(key)
      return undefined
    }
  }

  /** Takes a written rendition in; others make room, it does not. */
  async keep(key: string, rendition: Rendition): Promise<void> {
    const part = this.partPath(key)
    const { size } = await stat(part)
    const index = join(this.#folder, key + INDEX)
    const text = JSON.stringify(rendition)
    await writeFile(index + PART, text)
    await rename(part, join(this.#folder, key + BYTES))
    await rename(index + PART, index)
    // An MP3 is but an index, which takes room as well.
    this.#entries.set(key, { size: size + text.length, usedAt: Date.now(), readers: 0 })
    await this.#makeRoom(key)
  }

  /**
   * Opens the bytes of a rendition, finished or still being written; undefined where there is none.
   * It stays as long as it is read.
   */
  async open(key: string): Promise<OpenRendition | undefined> {
    const entry = this.#entries.get(key)
    if (entry) {
      entry.readers++
      this.#use(key, entry)
    }
    const file =
      (await openIfThere(join(this.#folder, key + BYTES))) ?? (await openIfThere(this.partPath(key)))
    if (!file) {
      if (entry) entry.readers--
      return undefined
    }
    const { size, mtime } = await file.stat()
    return {
      fd: file.fd,
      size,
      etag: entry ? `"${key}"` : `"${key}-${size}"`,
      lastModified: mtime.toUTCString(),
      isFinished: entry !== undefined,
      release() {
        if (entry) entry.readers--
        void file.close()
      },
    }
  }

  /** Takes a rendition away, or what there is of it. */
  async drop(key: string): Promise<void> {
    this.#entries.delete(key)
    for (const ending of [INDEX, BYTES, PART]) await rm(join(this.#folder, key + ending), { force: true })
  }

  #use(key: string, entry: Entry): void {
    entry.usedAt = Date.now()
    const now = new Date(entry.usedAt)
    // The file's own time remembers the use across restarts; losing it costs nothing.
    utimes(join(this.#folder, key + BYTES), now, now).catch(() => {})
  }

  async #makeRoom(spared?: string): Promise<void> {
    const oldestFirst = [...this.#entries].sort(([, a], [, b]) => a.usedAt - b.usedAt)
    for (const [key, entry] of oldestFirst) {
      if (this.size <= this.#limit) return
      if (entry.readers === 0 && key !== spared) await this.drop(key)
    }
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
