import type { ImportOrder } from '../../administration/collection/collection-parts.ts'
import type { Database } from '../../database/tables.ts'
import { withdrawSample } from '../../importing/sample/withdraw-sample.ts'
import { log } from '../../log/log.ts'
import { importInBackground } from '../music.ts'

/** What this process does to the collection in the background. */
export class CollectionWork {
  readonly #db: Database
  readonly #given: readonly string[]
  readonly #onAdded: () => void
  readonly #stopping = new AbortController()
  #stopImport = async () => {}
  /** Set it before an import that is sure to come. */
  isImporting = false

  /**
   * @param given the setting MUSIC
   * @param onAdded called when an import has ended that added what it could
   */
  constructor(db: Database, given: readonly string[], onAdded: () => void) {
    this.#db = db
    this.#given = given
    this.#onAdded = onAdded
  }

  importMusic(folders: readonly string[]): void {
    this.#import(folders, [], this.#onAdded)
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
      const args = forgetSeen === undefined ? [] : ['--forget', '--known', '--yes', `--seen=${forgetSeen}`]
      this.#import(folders, args, () => {})
      return true
    } catch (error) {
      this.isImporting = false
      throw error
    }
  }

  #import(folders: readonly string[], args: readonly string[], onAdded: () => void): void {
    this.isImporting = true
    const onEnd = (status: number | null) => {
      this.isImporting = false
      if (status === 0 || status === 2) onAdded()
    }
    this.#stopImport = importInBackground(folders, onEnd, {
      args: ['--wait', ...args],
      given: this.#given,
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
    await this.#stopImport()
  }
}
