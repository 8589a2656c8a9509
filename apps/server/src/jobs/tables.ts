import type { Generated } from 'kysely'

/** Background work that administrators can pause. Without a row, it is not paused and has not run. */
export interface JobRow {
  /** A name of the contract's `JOBS`. */
  name: string
  paused: Generated<number>
  /** When an administrator last asked for it; null before. */
  requested_at: Generated<number | null>
  /** When it last began. */
  started_at: Generated<number | null>
  /** When it last ended, however it did; null before. */
  ended_at: Generated<number | null>
  /** 1 if it last ended with an error. */
  failed: Generated<number>
  /** What the operator can do about the error; '' if nothing is known. */
  problem: Generated<string>
}

export interface JobTables {
  jobs: JobRow
}
