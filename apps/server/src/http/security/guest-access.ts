import { queryContext } from '../../database/connection-scheduler.ts'

const MAX_AGE_MS = 250

/**
 * Whether the service is private: then guests see nothing of the music. Other processes change the setting, too, so it is
 * read again when it is older than 250 ms. While the database is unavailable, what was read last counts; callers of a
 * private service cannot be identified then.
 */
export class GuestAccess {
  readonly #readIsPrivate: () => Promise<boolean>
  #isPrivate: boolean | undefined
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined

  constructor(readIsPrivate: () => Promise<boolean>) {
    this.#readIsPrivate = readIsPrivate
  }

  /** False when the setting must be read again: await `refresh` first. */
  get isFresh(): boolean {
    return performance.now() - this.#readAt < MAX_AGE_MS
  }

  /** As last read. Until then nothing may be cached publicly. */
  get isPrivate(): boolean {
    return this.#isPrivate ?? true
  }

  /** Reads the setting. Concurrent calls share one read. @throws if it cannot be read and never was */
  refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  async #read(): Promise<void> {
    const startedAt = performance.now()
    try {
      // All requests wait for this read: it must not count against the connection limit of the current operation.
      this.#isPrivate = await queryContext.run({ operation: 'readGuestAccess' }, this.#readIsPrivate)
    } catch (error) {
      if (this.#isPrivate === undefined) throw error
    }
    this.#readAt = startedAt
  }
}
