import type { RowText } from './row-text.ts'
import type { TableShape } from './table-shape.ts'

/**
 * Fills an empty database that has the schema of a dump. What was loaded before an interruption stays.
 */
export interface Loader {
  /** Shapes of the database's tables. */
  readonly tables: readonly TableShape[]
  /** Removes what migrations have inserted, and secondary indexes: they are built faster at the end. */
  begin(): Promise<void>
  /** How many chunks of a table have been loaded. */
  countChunks(table: string): Promise<number>
  /** Inserts the rows of the table's next chunk in one transaction. */
  loadChunk(table: TableShape, rows: readonly RowText[]): Promise<void>
  /** Builds the indexes again. @throws OperatorError if a reference is broken */
  end(): Promise<void>
  close(): Promise<void>
}
