import type { ImportOrder } from '../../administration/collection/collection-parts.ts'
import type { Database } from '../../database/tables.ts'
import { withdrawSample } from '../../importing/sample/withdraw-sample.ts'
import { isPaused } from '../../jobs/job-store.ts'
import { runUnlessPaused } from '../../jobs/run-job.ts'
import { log } from '../../log/log.ts'
import { importInBackground } from '../music.ts'

/** Interval of checks whether imports have been paused. */
const LOOK_EVERY_MS = 5_000

interface Run {
  readonly folders: readonly string[]
  /** Further arguments of the program. */
  readonly args: readonly string[]
  readonly onAdded: () => void
}

/** What this process does to the collection in the background. */
export class CollectionWork {
  readonly #db: Database
  readonly #given: readonly string[]
  readonly #onAdded: () => void
  readonly #lookEveryMs: number
  readonly #stopping = new AbortController()
  #running: Promise<void> = Promise.resolve()
  /** Set it before an import that is sure to come. */
  isImporting = false

  /**
   * @param given the setting MUSIC
   * @param onAdded called when an import has ended that added what it could
   */
  constructor(
    db: Database,
    given: readonly string[],
    onAdded: () => void,
    lookEveryMs: number = LOOK_EVERY_MS,
  ) {
    this.#db = db
    this.#given = given
    this.#onAdded = onAdded
    this.#lookEveryMs = lookEveryMs
  }

  importMusic(folders: readonly string[]): void {
    this.#import({ folders, args: [], onAdded: this.#onAdded })
  }

  /**
   * Imports because an administrator asked, after another process's import that may have just begun.
   * @param prepare runs while no other import can be asked for; nothing is imported if it fails
   * @returns false if an import was started before, or the service stops
   */
  async scan(prepare: () => Promise<ImportOrder>): Promise<boolean> {
    if (this.isImporting || this.#stopping.signal.aborted) return false
    this.isImporting = true
    try {
      const { folders, forgetSeen } = await prepare()
      if (this.#stopping.signal.aborted) {
        this.isImporting = false
        return false
      }
      const args = forgetSeen === undefined ? [] : ['--forget', '--known', '--yes', `--seen=${forgetSeen}`]
      this.#import({ folders, args, onAdded: () => {} })
      return true
    } catch (error) {
      this.isImporting = false
      throw error
    }
  }

  #import(run: Run): void {
    this.isImporting = true
    const options = { signal: this.#stopping.signal, lookEveryMs: this.#lookEveryMs }
    const start = (until: AbortSignal) => this.#startImport(run, until)
    this.#running = runUnlessPaused(this.#db, 'imports', options, start)
      .then(async status => {
        this.isImporting = false
        if (status === undefined) await this.#resume(run)
        else if (status === 0 || status === 2) run.onAdded()
      })
      .catch(error => {
        this.isImporting = false
        if (!this.#stopping.signal.aborted) log.error('The import could not be started', { err: error })
      })
  }

  /** Starts a paused import again if it was resumed while it stopped: until it has ended, `scan` starts none. */
  async #resume(run: Run): Promise<void> {
    if (this.#stopping.signal.aborted || (await isPaused(this.#db, 'imports'))) return
    // An administrator may have started one meanwhile, or the service stops.
    if (!this.isImporting && !this.#stopping.signal.aborted) this.#import(run)
  }

  /** @returns the exit status */
  #startImport({ folders, args }: Run, until: AbortSignal) {
    if (until.aborted) return Promise.resolve(null)
    return new Promise<number | null>(resolve => {
      const stop = importInBackground(folders, resolve, { args: ['--wait', ...args], given: this.#given })
      until.addEventListener('abort', () => void stop(), { once: true })
    })
  }

  /** Removes the sample catalogue. */
  withdrawSample(): void {
    const { signal } = this.#stopping
    withdrawSample(this.#db, signal).catch(error => {
      if (!signal.aborted) log.error('The sample catalogue could not be removed.', { err: error })
    })
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }
}
