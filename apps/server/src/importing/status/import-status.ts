import { randomUUID } from 'node:crypto'
import { OperatorError } from '../../settings.ts'
import type { ImportProgress } from '../import-report.ts'
import { LeaseError } from '../lease.ts'
import type { WriteBatch } from '../write-batch.ts'
import { countRemoval, startImportStatus, updateImportStatus } from './import-status-store.ts'

/** Minimum interval between two writes of the progress. Open pages ask once a second. */
const INTERVAL_MS = 500

/** Stores the progress of an import for the service, which may be another process. */
export class ImportStatus {
  readonly #write: WriteBatch
  readonly #run: string
  #writtenAt = Number.NEGATIVE_INFINITY

  private constructor(write: WriteBatch, run: string) {
    this.#write = write
    this.#run = run
  }

  /** @param write fails once another import has taken over */
  static async start(
    write: WriteBatch,
    { sample, folders }: { readonly sample: boolean; readonly folders: readonly string[] },
  ): Promise<ImportStatus> {
    const run = randomUUID()
    await write(tx => startImportStatus(tx, { run, sample, folders: JSON.stringify(folders) }))
    return new ImportStatus(write, run)
  }

  async show({ done, total }: ImportProgress): Promise<void> {
    const now = performance.now()
    if (done < total && now - this.#writtenAt < INTERVAL_MS) return
    this.#writtenAt = now
    await this.#write(tx => updateImportStatus(tx, this.#run, { done, total }))
  }

  /** Lets open pages know that tracks were removed. */
  async tracksRemoved(count: number): Promise<void> {
    if (count > 0) await this.#write(countRemoval)
  }

  /** @param error why it failed; shown only if it is an OperatorError */
  async end(error?: unknown): Promise<void> {
    // The other import has its own status.
    if (error instanceof LeaseError) return
    const problem = error instanceof OperatorError ? error.message : ''
    await this.#write(tx => updateImportStatus(tx, this.#run, { problem, ended_at: Date.now() }))
  }
}
