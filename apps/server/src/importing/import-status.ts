import { randomUUID } from 'node:crypto'
import { OperatorError } from '../settings.ts'
import { countRemoval, startImportStatus, updateImportStatus } from './import-status-store.ts'
import { LeaseError } from './lease.ts'
import type { ImportProgress } from './report.ts'
import type { WriteSlice } from './write-slice.ts'

/** Minimum interval between two writes of the progress. Open pages ask once a second. */
const INTERVAL_MS = 500

/** Stores how far an import is, so that the service can show it: the import may be another process. */
export class ImportStatus {
  readonly #write: WriteSlice
  readonly #run: string
  #writtenAt = Number.NEGATIVE_INFINITY

  private constructor(write: WriteSlice, run: string) {
    this.#write = write
    this.#run = run
  }

  /** @param write fails once another import has taken over */
  static async start(
    write: WriteSlice,
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

  /** Tells open pages that what they show may be gone. */
  async tracksRemoved(count: number): Promise<void> {
    if (count > 0) await this.#write(countRemoval)
  }

  /** @param error why it failed; shown only if it is an OperatorError */
  async end(error?: unknown): Promise<void> {
    // The other import has a status of its own.
    if (error instanceof LeaseError) return
    const problem = error instanceof OperatorError ? error.message : ''
    await this.#write(tx => updateImportStatus(tx, this.#run, { problem, ended_at: Date.now() }))
  }
}
