/** The write-ahead log of an embedded database. */
export interface WriteAheadLog {
  /** Flushes the file. @throws the error of the disk */
  flush(): Promise<void>
  /** Writes again what a failed flush may have lost. @throws if that was not possible now */
  recover(): Promise<void>
}

/**
 * Group commit: flushes the write-ahead log in the thread pool, so that the event loop does not wait for the disk. One flush
 * serves every commit before it.
 */
export class LogFlusher {
  readonly #log: WriteAheadLog
  #running: Promise<void> | undefined
  #waiting: Promise<void> | undefined
  #hasFailed = false

  constructor(log: WriteAheadLog) {
    this.#log = log
  }

  /** Whether the last flush failed: writes are refused until one succeeds. */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  /** Resolves when everything that is committed by now is on the disk. @throws the error of the disk */
  flush(): Promise<void> {
    // A flush that runs already may have missed the last commit.
    this.#waiting ??= this.#flushAfter(this.#running)
    return this.#waiting
  }

  async #flushAfter(running: Promise<void> | undefined): Promise<void> {
    await running?.catch(() => {})
    this.#running = this.#waiting
    this.#waiting = undefined
    try {
      // What a failed flush left behind may never reach the disk, and all that follows it in the log would be lost with it.
      if (this.#hasFailed) await this.#log.recover()
      await this.#log.flush()
      this.#hasFailed = false
    } catch (error) {
      this.#hasFailed = true
      throw error
    }
  }
}
