import type { Database } from '../database/tables.ts'
import { log } from '../log/log.ts'
import { OperatorError } from '../settings.ts'
import { CleanUpTime } from './clean-up-time.ts'
import { isPaused } from './job-store.ts'
import { recordJob } from './run-job.ts'

/** Interval of clean-ups. */
export const CLEAN_UP_INTERVAL_MS = 600_000

interface CleanUp {
  /** What it deletes, for the log. */
  readonly name: string
  /** @param now a time at which nothing expires because the clock is wrong */
  readonly work: (now: number) => Promise<unknown>
}

/** Deletes what has expired, every ten minutes. Several processes may do it at once. */
export class CleanUps {
  readonly #db: Database
  readonly #time: CleanUpTime
  readonly #cleanUps: CleanUp[] = []
  readonly #timer = setInterval(() => void this.#runUnlessPaused(), CLEAN_UP_INTERVAL_MS).unref()
  #isRunning = false

  constructor(db: Database, time = new CleanUpTime(db)) {
    this.#db = db
    this.#time = time
  }

  /** Adds a clean-up. */
  add(name: string, work: CleanUp['work']): void {
    this.#cleanUps.push({ name, work })
  }

  get isRunning(): boolean {
    return this.#isRunning
  }

  /** Runs all of them, whether they are paused or not. Failures are logged; does nothing while they run. */
  async run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      await recordJob(this.#db, 'cleanUps', () => this.#runAll())
    } catch (error) {
      if (!(error instanceof OperatorError)) log.error('Clean-ups failed', { err: error })
    } finally {
      this.#isRunning = false
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #runUnlessPaused(): Promise<void> {
    const isHeld = await isPaused(this.#db, 'cleanUps').catch(() => false)
    if (!isHeld) await this.run()
  }

  /** @throws OperatorError that names what failed */
  async #runAll(): Promise<void> {
    const now = await this.#time.read()
    const failed: string[] = []
    for (const { name, work } of this.#cleanUps) {
      try {
        await work(now)
      } catch (error) {
        failed.push(name)
        log.error(`Cannot delete ${name}: ${(error as Error).message}`)
      }
    }
    if (failed.length > 0) throw new OperatorError(`Not deleted: ${failed.join(', ')}. The log says why.`)
  }
}
