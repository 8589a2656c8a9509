import type { RowText } from './row-text.ts'
import { isSameShape, type TableShape } from './table-shape.ts'
import { TableSum } from './table-sum.ts'

/** A consistent view of a database at one moment. Others can write meanwhile. */
export interface Snapshot {
  /** Names of the migrations that have run. */
  readonly steps: readonly string[]
  /** Referenced tables first. */
  readonly tables: readonly TableShape[]
  /** All rows in batches, in the order in which the table stores them. */
  readRows(table: TableShape): AsyncIterable<readonly RowText[]>
  close(): Promise<void>
}

export interface SummedTable extends TableShape {
  readonly rows: number
  /** See table-sum.ts. */
  readonly sum: string
}

/** Reads a table to the end. */
export async function sumTable(snapshot: Snapshot, table: TableShape): Promise<SummedTable> {
  const sum = new TableSum()
  for await (const rows of snapshot.readRows(table)) for (const row of rows) sum.add(row)
  return { ...table, rows: sum.rows, sum: sum.digest() }
}

/**
 * Compares every table of a database with what it should hold.
 * @returns one line for each difference
 */
export async function compareTables(snapshot: Snapshot, expected: readonly SummedTable[]): Promise<string[]> {
  const differences: string[] = []
  const names = new Set(expected.map(table => table.name))
  for (const { name } of snapshot.tables)
    if (!names.has(name)) differences.push(`The table ${name} is extra.`)
  for (const { rows, sum, ...shape } of expected) {
    const table = snapshot.tables.find(each => each.name === shape.name)
    if (!table || !isSameShape(table, { name: shape.name, columns: shape.columns })) {
      differences.push(`The table ${shape.name} has other columns.`)
      continue
    }
    const found = await sumTable(snapshot, table)
    if (found.rows !== rows) {
      differences.push(`The table ${shape.name} has ${found.rows} rows instead of ${rows}.`)
    } else if (found.sum !== sum) differences.push(`The table ${shape.name} has other values.`)
  }
  return differences
}
