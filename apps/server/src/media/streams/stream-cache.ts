import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { RenditionSet } from '@refrain/audio/rendition/rendition'
import { storageFailureOf } from '../../database/error-kinds.ts'
import { TrustedClock } from '../../trusted-clock.ts'
import type { OpenFile, OpenFiles } from '../files/open-files.ts'
import {
  type FoundFile,
  openIfExists,
  openLongest,
  removeIfOlder,
  statIfExists,
} from '../files/optional-file.ts'

const BYTES = '.mp4'
const INDEX = '.json'
/** Suffixes of unfinished renditions and indexes; their names also contain the writing process. */
const PART = '.part'
const INDEX_PART = '.tmp'
/** Suffix of the note that a process reads what another one is writing; its modification time is that of the last read. */
const READ_NOTE = '.read'
/** Unfinished files older than this were left by a crashed process. No rendition takes that long. */
const ABANDONED_MS = 3_600_000
/** What is freed at once when the disk is full, in bytes: some tracks. */
const FREED_BYTES = 256 * 1024 * 1024
/** Minimum interval between looks for changes by other processes. */
const SCAN_MS = 60_000
/** Minimum interval between notes on the disk that a rendition is used: players ask for a range every few seconds. */
const TOUCH_MS = 60_000

interface Entry {
  size: number
  usedAt: number
  /** When the disk was told last. */
  touchedAt: number
  readers: number
}

/** The bytes of a rendition, open for reading. */
export interface OpenRendition extends OpenFile {
  /** False while it is still being written. */
  readonly isFinished: boolean
}

/**
 * A disk cache of finished renditions with LRU eviction. A rendition is two files, its bytes and its index;
 * it exists once both have their final names, so nothing half-written is ever found. Several processes may
 * share the folder: each writes under its own temporary names and finds what the others finished.
 */
export class StreamCache {
  readonly #folder: string
  readonly #files: OpenFiles
  readonly #limit: number
  readonly #writer = randomUUID()
  readonly #entries = new Map<string, Entry>()
  readonly #clock = new TrustedClock()
  /** Modification times of read notes when they were looked at. */
  readonly #notes = new Map<string, number>()
  #scannedAt = 0

  private constructor(folder: string, files: OpenFiles, limit: number) {
    this.#folder = folder
    this.#files = files
    this.#limit = limit
  }

  /**
   * Opens the cache and removes files left by crashed processes.
   * @param files keeps finished renditions open
   * @param limit maximum bytes of all renditions
   */
  static async open(folder: string, files: OpenFiles, limit: number): Promise<StreamCache> {
    await mkdir(folder, { recursive: true })
    const cache = new StreamCache(folder, files, limit)
    await cache.#scan()
    await cache.#makeRoom()
    return cache
  }

  /** Current bytes of all renditions and indexes. */
  get size(): number {
    return [...this.#entries.values()].reduce((sum, entry) => sum + entry.size, 0)
  }

  /**
   * Where this process writes a rendition before it is committed.
   * @param job tells apart attempts of this process that may overlap
   */
  partPath(key: string, job = ''): string {
    return join(this.#folder, `${key}.${this.#writer}${job}${PART}`)
  }

  /** Where the bytes of a finished rendition are. */
  bytesPath(key: string): string {
    return join(this.#folder, key + BYTES)
  }

  /** The index of a finished rendition; counts as a use. */
  async find(key: string): Promise<RenditionSet | undefined> {
    const entry = this.#entries.get(key) ?? (await this.#adopt(key))
    if (!entry) return undefined
    this.#use(key, entry)
    try {
      return JSON.parse(await readFile(join(this.#folder, key + INDEX), 'utf8')) as RenditionSet
    } catch (error) {
      // Whatever else keeps it from being read, such as too many open files, says nothing about it.
      const isBroken = error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT'
      if (isBroken) await this.drop(key)
      return undefined
    }
  }

  /** Commits a written rendition; evicts others, never this one. On a full disk others make room first. */
  async save(key: string, set: RenditionSet, job = ''): Promise<void> {
    const part = this.partPath(key, job)
    const indexPart = this.#indexPart(key, job)
    const { size } = await stat(part)
    const text = JSON.stringify(set)
    await writeFile(indexPart, text).catch(async error => {
      if (!(await this.freeSpace(error))) throw error
      await writeFile(indexPart, text)
    })
    await rename(part, join(this.#folder, key + BYTES))
    await rename(indexPart, join(this.#folder, key + INDEX))
    await this.#removeNote(key)
    // An MP3 has only an index, which counts too.
    const now = Date.now()
    this.#entries.set(key, { size: size + text.length, usedAt: now, touchedAt: now, readers: 0 })
    if (performance.now() - this.#scannedAt > SCAN_MS) await this.#scan()
    await this.#makeRoom(key)
  }

  /**
   * Opens the bytes of a rendition, finished or still being written; undefined if there is none. It is not
   * evicted while it is read.
   */
  async open(key: string): Promise<OpenRendition | undefined> {
    const entry = this.#entries.get(key) ?? (await this.#adopt(key))
    if (!entry) return this.#openUnfinished(key)
    entry.readers++
    this.#use(key, entry)
    let file: OpenFile | undefined
    try {
      file = await this.#files.open(this.bytesPath(key), this.#folder)
    } finally {
      if (!file) entry.readers--
    }
    if (!file) return this.#openUnfinished(key)
    const { release } = file
    return {
      ...file,
      etag: `"${key}"`,
      isFinished: true,
      release() {
        entry.readers--
        release()
      },
    }
  }

  async #openUnfinished(key: string): Promise<OpenRendition | undefined> {
    // It gets its final name before it is known to be finished, maybe meanwhile.
    const openWhole = () => openIfExists(this.bytesPath(key))
    const found = (await openWhole()) ?? (await this.#openLongestPart(key)) ?? (await openWhole())
    if (!found) return undefined
    const { handle, stats } = found
    return {
      fd: handle.fd,
      size: stats.size,
      etag: `"${key}-${stats.size}"`,
      lastModified: stats.mtime.toUTCString(),
      isFinished: false,
      release: () => void handle.close(),
    }
  }

  /**
   * Makes room if the disk is full, however much the cache may hold: its renditions can be made again.
   * @param error of a write; any other than that of a full disk changes nothing
   * @returns whether anything was removed
   */
  async freeSpace(error: unknown): Promise<boolean> {
    if (storageFailureOf(error) !== 'full') return false
    const before = this.size
    await this.#evict(before - FREED_BYTES)
    return this.size < before
  }

  /** Removes a rendition. */
  async drop(key: string): Promise<void> {
    this.#entries.delete(key)
    for (const ending of [INDEX, BYTES]) await rm(join(this.#folder, key + ending), { force: true })
  }

  /** Removes the files of a rendition that failed. */
  async discard(key: string, job = ''): Promise<void> {
    for (const path of [this.partPath(key, job), this.#indexPart(key, job)]) await rm(path, { force: true })
    await this.#removeNote(key)
  }

  /** Whether another process has read an unfinished rendition since this was last asked. */
  async wasReadElsewhere(key: string): Promise<boolean> {
    const note = await statIfExists(this.#notePath(key))
    if (!note || note.mtimeMs === this.#notes.get(key)) return false
    this.#notes.set(key, note.mtimeMs)
    return true
  }

  #notePath(key: string): string {
    return join(this.#folder, key + READ_NOTE)
  }

  async #removeNote(key: string): Promise<void> {
    this.#notes.delete(key)
    await rm(this.#notePath(key), { force: true })
  }

  #indexPart(key: string, job: string): string {
    return join(this.#folder, `${key}.${this.#writer}${job}${INDEX_PART}`)
  }

  /** Adds a rendition that another process finished. */
  async #adopt(key: string): Promise<Entry | undefined> {
    const paths = [BYTES, INDEX].map(ending => join(this.#folder, key + ending))
    const [bytes, index] = await Promise.all(paths.map(statIfExists))
    if (!bytes || !index) return undefined
    const known = this.#entries.get(key)
    if (known) {
      known.usedAt = Math.max(known.usedAt, bytes.mtimeMs)
      return known
    }
    const { mtimeMs } = bytes
    const entry = { size: bytes.size + index.size, usedAt: mtimeMs, touchedAt: mtimeMs, readers: 0 }
    this.#entries.set(key, entry)
    return entry
  }

  /**
   * The most that any process has written so far. The bytes are the same whoever writes them, and the process that named
   * their ranges may be ahead of this one.
   */
  async #openLongestPart(key: string): Promise<FoundFile | undefined> {
    const names = (await readdir(this.#folder)).filter(
      name => name.startsWith(`${key}.`) && name.endsWith(PART),
    )
    const longest = await openLongest(names.map(name => join(this.#folder, name)))
    const isForeign = longest && !basename(longest.path).startsWith(`${key}.${this.#writer}`)
    // Whoever writes it may stop if nobody seems to need it.
    if (isForeign) await writeFile(this.#notePath(key), '1').catch(() => {})
    return longest
  }

  /** Finds changes by other processes and removes files of crashed ones. */
  async #scan(): Promise<void> {
    this.#scannedAt = performance.now()
    const names = new Set(await readdir(this.#folder))
    for (const key of this.#entries.keys()) if (!names.has(key + BYTES)) this.#entries.delete(key)
    for (const name of names) {
      const key = name.slice(0, name.indexOf('.'))
      if (name === key + BYTES && names.has(key + INDEX)) await this.#adopt(key)
      else if (name !== key + INDEX || !names.has(key + BYTES)) {
        await removeIfOlder(join(this.#folder, name), this.#clock.earliest() - ABANDONED_MS)
      }
    }
  }

  /** Whether another process has used a rendition since this one did. Its turn comes later then. */
  async #wasUsedElsewhere(key: string, entry: Entry): Promise<boolean> {
    const found = await statIfExists(join(this.#folder, key + BYTES))
    // File systems may keep a coarser time than the one that was set.
    if (!found || found.mtimeMs < entry.usedAt + 1_000) return false
    entry.usedAt = found.mtimeMs
    return true
  }

  #use(key: string, entry: Entry): void {
    entry.usedAt = Date.now()
    if (entry.usedAt - entry.touchedAt < TOUCH_MS) return
    entry.touchedAt = entry.usedAt
    const now = new Date(entry.usedAt)
    // The modification time keeps the LRU order across restarts; losing it costs nothing.
    utimes(join(this.#folder, key + BYTES), now, now).catch(() => {})
  }

  #makeRoom(spared?: string): Promise<void> {
    return this.#evict(this.#limit, spared)
  }

  /** Removes what was not used for longest and is not being read, until no more than `limit` bytes are left. */
  async #evict(limit: number, spared?: string): Promise<void> {
    const oldestFirst = [...this.#entries].sort(([, a], [, b]) => a.usedAt - b.usedAt)
    for (const [key, entry] of oldestFirst) {
      if (this.size <= limit) return
      if (entry.readers > 0 || key === spared) continue
      if (!(await this.#wasUsedElsewhere(key, entry))) await this.drop(key)
    }
  }
}
