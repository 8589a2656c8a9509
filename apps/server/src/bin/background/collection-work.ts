import type { Database } from '../../database/tables.ts'
import { withdrawSample } from '../../importing/sample/withdraw-sample.ts'
import { log } from '../../log/log.ts'
import { importInBackground } from '../music.ts'

/** What this process does to the collection in the background. */
export class CollectionWork {
  readonly #db: Database
  readonly #onAdded: () => void
  readonly #stopping = new AbortController()
  #stopImport = async () => {}
  /** Set it before an import that is sure to come. */
  isImporting = false

  /** @param onAdded called when an import has ended that added what it could */
  constructor(db: Database, onAdded: () => void) {
    this.#db = db
    this.#onAdded = onAdded
  }

  importMusic(folders: readonly string[]): void {
    this.#import(folders, ['--wait'], this.#onAdded)
  }

  /**
   * Imports because an administrator asked. @param forget also removes the tracks that were missing already
   * @returns false if an import runs, or the service stops
   */
  scan(folders: readonly string[], forget: boolean): boolean {
    if (this.isImporting || this.#stopping.signal.aborted) return false
    this.#import(folders, forget ? ['--forget', '--known', '--yes'] : [], () => {})
    return true
  }

  #import(folders: readonly string[], args: readonly string[], onAdded: () => void): void {
    this.isImporting = true
    const onEnd = (status: number | null) => {
      this.isImporting = false
      if (status === 0 || status === 2) onAdded()
    }
    this.#stopImport = importInBackground(folders, onEnd, args)
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
    await this.#stopImport()
  }
}
