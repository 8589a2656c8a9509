import type { Transaction } from './tables.ts'

/** One step of the schema, forward only. Both lists make the same tables, each in its own dialect. */
export interface Migration {
  /** Sorts by its number: `001-catalogue`. */
  readonly name: string
  readonly sqlite: readonly string[]
  readonly postgres: readonly string[]
  /** Fills what only the program can work out, after the statements and in the same transaction. */
  readonly fill?: (tx: Transaction) => Promise<void>
}
