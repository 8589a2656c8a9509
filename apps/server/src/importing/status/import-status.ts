import { randomUUID } from 'node:crypto'
import { updateJob } from '../../jobs/job-store.ts'
import { OperatorError } from '../../settings.ts'
import { DAMAGED_TAGS, type ImportProgress, type ImportReport } from '../import-report.ts'
import { LeaseError } from '../lease.ts'
import {
  deleteIfUneventful,
  deleteSameFailure,
  endImportRun,
  insertImportRun,
  replaceImportProblems,
  startReading,
} from '../runs/import-run-store.ts'
import type { WriteBatch } from '../write-batch.ts'
import { countRemoval, startImportStatus, updateImportStatus } from './import-status-store.ts'

/** Minimum interval between two writes of the progress. Open pages ask once a second. */
const INTERVAL_MS = 500

/** Stores the progress and the result of an import for the service, which may be another process. */
export class ImportStatus {
  readonly #write: WriteBatch
  readonly #run: string
  /** The sample catalogue's imports are not listed for administrators. */
  readonly #isListed: boolean
  readonly #isRoutine: boolean
  #writtenAt = Number.NEGATIVE_INFINITY

  private constructor(write: WriteBatch, run: string, isListed: boolean, isRoutine: boolean) {
    this.#write = write
    this.#run = run
    this.#isListed = isListed
    this.#isRoutine = isRoutine
  }

  /**
   * @param write fails once another import has taken over
   * @param given.isRoutine leaves it out of the list if it finds nothing new
   */
  static async start(
    write: WriteBatch,
    given: { readonly sample: boolean; readonly folders: readonly string[]; readonly isRoutine?: boolean },
  ): Promise<ImportStatus> {
    const { sample, isRoutine = false } = given
    const run = randomUUID()
    const named = JSON.stringify(given.folders)
    await write(async tx => {
      await startImportStatus(tx, { run, sample, folders: named })
      if (sample) return
      const started_at = Date.now()
      await insertImportRun(tx, { id: run, started_at, folders: named })
      await updateJob(tx, 'imports', { started_at })
    })
    return new ImportStatus(write, run, !sample, isRoutine)
  }

  async show({ done, total }: ImportProgress): Promise<void> {
    const now = performance.now()
    if (done < total && now - this.#writtenAt < INTERVAL_MS) return
    this.#writtenAt = now
    await this.#write(async tx => {
      await updateImportStatus(tx, this.#run, { done, total })
      if (done === 0 && this.#isListed) await startReading(tx, this.#run, Date.now())
    })
  }

  /** Lets open pages know that tracks were removed. */
  async tracksRemoved(count: number): Promise<void> {
    if (count > 0) await this.#write(countRemoval)
  }

  async end(report: ImportReport): Promise<void> {
    const ended_at = Date.now()
    await this.#write(async tx => {
      await updateImportStatus(tx, this.#run, { problem: '', ended_at })
      if (!this.#isListed) return
      const { added, changed, unchanged, moved, unavailable, forgotten, skipped, pictures } = report
      const counts = { added, changed, unchanged, moved, unavailable, forgotten, skipped: skipped.length }
      await endImportRun(tx, this.#run, { ended_at, ...counts })
      await updateJob(tx, 'imports', { ended_at, failed: 0, problem: '' })
      const damaged = report.damagedTags.map(path => ({ path, reason: DAMAGED_TAGS }))
      await replaceImportProblems(tx, [...skipped, ...pictures, ...damaged])
      if (this.#isRoutine && added + changed + moved + forgotten === 0)
        await deleteIfUneventful(tx, this.#run)
    })
  }

  /** Records that somebody stopped it: it is listed without an end. */
  async interrupt(): Promise<void> {
    await this.#write(tx => updateImportStatus(tx, this.#run, { problem: '', ended_at: Date.now() }))
  }

  /** @param error shown only if it is an OperatorError */
  async fail(error: unknown): Promise<void> {
    // The other import has its own status.
    if (error instanceof LeaseError) return
    const ended = { problem: error instanceof OperatorError ? error.message : '', ended_at: Date.now() }
    await this.#write(async tx => {
      await updateImportStatus(tx, this.#run, ended)
      if (!this.#isListed) return
      await endImportRun(tx, this.#run, { ...ended, failed: 1 })
      await updateJob(tx, 'imports', { ...ended, failed: 1 })
      if (this.#isRoutine) await deleteSameFailure(tx, this.#run)
    })
  }
}
