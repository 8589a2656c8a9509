import { posix } from 'node:path'
import type { RenditionSet } from '@refrain/audio/rendition/rendition'
import { log } from '../../log/log.ts'
import { streamFile } from '../../object-storage/streamed-bytes.ts'
import { TrustedClock } from '../../trusted-clock.ts'
import type { MediaFile, MediaStorage } from '../storage/media-storage.ts'
import { readBytes } from '../storage/read-bytes.ts'

const FOLDER = 'streams'
const BYTES = '.mp4'
const INDEX = '.json'
/** An index that was written longer ago is written again when it is used, so that its time tells how useful it is. */
const TOUCH_AFTER_MS = 86_400_000
/** Bytes without an index that are older were left by a process that crashed. */
const ABANDONED_MS = 3_600_000
/** Listing takes a request for each 1,000 objects. */
const SWEEP_EVERY_MS = 600_000
const MAX_WAITING = 200
/** Unavailable storage is not tried again for this long: listeners would wait for each attempt. */
const UNAVAILABLE_MS = 10_000

interface Stored {
  size: number
  usedAt: number
  hasIndex: boolean
}

/**
 * Finished renditions in storage that several services share. A rendition exists once its index does. The least recently
 * used ones are removed beyond a limit, to the day.
 */
export class SharedStreams {
  readonly #storage: MediaStorage
  readonly #limit: number
  readonly #clock = new TrustedClock()
  #waiting = 0
  #last = Promise.resolve()
  #sweptAt = Number.NEGATIVE_INFINITY
  #unavailableUntil = Number.NEGATIVE_INFINITY

  /** @param limit maximum bytes of all renditions */
  constructor(storage: MediaStorage, limit: number) {
    this.#storage = storage
    this.#limit = limit
  }

  /** The index of a rendition; undefined if there is none, or the storage is unavailable. Counts as a use. */
  async find(key: string): Promise<RenditionSet | undefined> {
    return this.#ifAvailable(async () => {
      const name = nameOf(key, INDEX)
      const file = await this.#storage.open(name)
      if (!file) return undefined
      const bytes = await readBytes(file, 0, file.size).finally(() => file.release())
      const isOld = Date.parse(file.lastModified) < Date.now() - TOUCH_AFTER_MS
      if (isOld) this.#enqueue(() => this.#storage.write([{ name, bytes }]))
      return JSON.parse(bytes.toString()) as RenditionSet
    })
  }

  /** The bytes of a rendition; undefined if there is none, or the storage is unavailable. */
  open(key: string): Promise<MediaFile | undefined> {
    return this.#ifAvailable(() => this.#storage.open(nameOf(key, BYTES)))
  }

  /** Removes an index whose bytes are gone, so that the rendition is made again. A failure is logged. */
  async forget(key: string): Promise<void> {
    await this.#ifAvailable(() => this.#storage.remove(nameOf(key, INDEX)) as Promise<undefined>)
  }

  /** Call it when bytes of an open rendition could not be read: the storage is not tried again for a while. */
  markUnavailable(): void {
    this.#unavailableUntil = performance.now() + UNAVAILABLE_MS
  }

  async #ifAvailable<T>(read: () => Promise<T | undefined>): Promise<T | undefined> {
    if (performance.now() < this.#unavailableUntil) return undefined
    try {
      return await read()
    } catch (error) {
      this.markUnavailable()
      log.error(`A shared stream could not be read: ${(error as Error).message}`)
      return undefined
    }
  }

  /**
   * Starts to store a finished rendition. A failure is logged: then each process renders it.
   * @param path of its bytes
   */
  save(key: string, set: RenditionSet, path: string): void {
    this.#enqueue(async () => {
      const bytes = await streamFile(path)
      // An MP3 has only an index.
      if (bytes.size > 0) await this.#storage.write([{ name: nameOf(key, BYTES), bytes }])
      await this.#storage.write([{ name: nameOf(key, INDEX), bytes: Buffer.from(JSON.stringify(set)) }])
      if (performance.now() - this.#sweptAt > SWEEP_EVERY_MS) await this.sweep()
    })
  }

  /** Resolves when everything that was begun is stored. */
  async settle(): Promise<void> {
    await this.#last
  }

  /** Removes what crashed processes left, and the least recently used renditions beyond the limit. */
  async sweep(): Promise<void> {
    this.#sweptAt = performance.now()
    const stored = await this.#readAll()
    let size = Array.from(stored.values()).reduce((sum, one) => sum + one.size, 0)
    const oldestFirst = [...stored].sort(([, a], [, b]) => a.usedAt - b.usedAt)
    const abandonedBefore = this.#clock.earliest() - ABANDONED_MS
    for (const [key, one] of oldestFirst) {
      const isAbandoned = !one.hasIndex && one.usedAt < abandonedBefore
      if (size <= this.#limit && !isAbandoned) continue
      if (!one.hasIndex && !isAbandoned) continue
      // First the index: without it, the bytes are not looked for.
      for (const ending of [INDEX, BYTES]) await this.#storage.remove(nameOf(key, ending))
      size -= one.size
    }
  }

  async #readAll(): Promise<Map<string, Stored>> {
    const stored = new Map<string, Stored>()
    for await (const object of this.#storage.list(`${FOLDER}/`)) {
      const found = await object.stat()
      if (!found) continue
      const ending = posix.extname(object.name)
      const key = posix.basename(object.name, ending)
      const one = stored.get(key) ?? { size: 0, usedAt: 0, hasIndex: false }
      one.size += found.size
      one.usedAt = Math.max(one.usedAt, found.mtimeMs)
      one.hasIndex ||= ending === INDEX
      stored.set(key, one)
    }
    return stored
  }

  /** One at a time: they are large, and nobody waits for them. */
  #enqueue(work: () => Promise<void>): void {
    if (this.#waiting >= MAX_WAITING) return
    this.#waiting++
    this.#last = this.#last
      .then(work)
      .catch(error => log.error(`A stream could not be shared: ${(error as Error).message}`))
      .finally(() => this.#waiting--)
  }
}

const nameOf = (key: string, ending: string) => `${FOLDER}/${key}${ending}`
