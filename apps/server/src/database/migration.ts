import type { Transaction } from './tables.ts'

/** One forward-only change of the schema, with the statements for each database. */
export interface Migration {
  /** Sorts by its number: `001-catalogue`. */
  readonly name: string
  readonly sqlite: readonly string[]
  readonly postgres: readonly string[]
  /** Fills columns with computed values, after the statements and in the same transaction. */
  readonly fill?: (tx: Transaction) => Promise<void>
}
