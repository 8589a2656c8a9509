import type { ImportOrder } from '../../administration/collection/collection-parts.ts'
import type { Database } from '../../database/tables.ts'
import { type Lease, tryLease } from '../../importing/lease.ts'
import { withdrawSample } from '../../importing/sample/withdraw-sample.ts'
import { isPaused } from '../../jobs/job-store.ts'
import { runUnlessPaused } from '../../jobs/run-job.ts'
import { log } from '../../log/log.ts'
import { importInBackground } from '../music.ts'

/**
 * Held by the process that imports because an administrator asked, or will go on once it is resumed. The program that it starts
 * takes a lease of its own, later.
 */
const ORDER_LEASE = 'import-order'

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

  /** Imports also while another process does: afterwards. */
  importMusic(folders: readonly string[]): void {
    this.isImporting = true
    const run: Run = { folders, args: [], onAdded: this.#onAdded }
    this.#running = this.#takeLease()
      .catch(() => undefined)
      .then(lease => this.#import(run, lease))
  }

  /**
   * Imports because an administrator asked, after another process's import that may have just begun.
   * @param prepare runs while no other import can be asked for; nothing is imported if it fails
   * @returns false if this or another process was asked before, or the service stops
   */
  async scan(prepare: () => Promise<ImportOrder>): Promise<boolean> {
    if (this.isImporting || this.#stopping.signal.aborted) return false
    this.isImporting = true
    let lease: Lease | undefined
    try {
      lease = await this.#takeLease()
      const order = lease && (await prepare())
      if (order && !this.#stopping.signal.aborted) {
        const { folders, forgetSeen } = order
        const args = forgetSeen === undefined ? [] : ['--forget', '--known', '--yes', `--seen=${forgetSeen}`]
        this.#running = this.#import({ folders, args, onAdded: () => {} }, lease)
        return true
      }
    } catch (error) {
      await this.#end(lease)
      throw error
    }
    await this.#end(lease)
    return false
  }

  /** @returns undefined while another process holds it */
  async #takeLease(): Promise<Lease | undefined> {
    const lease = await tryLease(this.#db, ORDER_LEASE, 'Another process imports now.')
    return typeof lease === 'string' ? undefined : lease
  }

  async #end(lease: Lease | undefined): Promise<void> {
    await lease?.release().catch(error => log.error('The import could not be ended', { err: error }))
    this.isImporting = false
  }

  async #import(run: Run, lease: Lease | undefined): Promise<void> {
    const options = { signal: this.#stopping.signal, lookEveryMs: this.#lookEveryMs }
    const start = (until: AbortSignal) => this.#startImport(run, until)
    let status: number | null | undefined = null
    try {
      status = await runUnlessPaused(this.#db, 'imports', options, start)
    } catch (error) {
      if (!this.#stopping.signal.aborted) log.error('The import could not be started', { err: error })
    }
    await this.#end(lease)
    if (status === undefined) await this.#resume(run)
    else if (status === 0 || status === 2) run.onAdded()
  }

  /**
   * Starts a paused import again if it was resumed while it stopped: until it has ended, `scan` starts none. Whoever resumes
   * it from now on starts one, and only one takes the lease.
   */
  async #resume(run: Run): Promise<void> {
    const { signal } = this.#stopping
    try {
      if (signal.aborted || (await isPaused(this.#db, 'imports'))) return
      // An administrator may have started one meanwhile, or the service stops.
      if (this.isImporting || signal.aborted) return
      this.isImporting = true
      const lease = await this.#takeLease().catch(() => undefined)
      if (lease) await this.#import(run, lease)
      else this.isImporting = false
    } catch (error) {
      if (!signal.aborted) log.error('The import could not be started', { err: error })
    }
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
