import type { RowText } from './row-text.ts'
import type { SummedTable } from './snapshot.ts'
import { TableSum } from './table-sum.ts'

/** An escape of U+0000 in JSON: after an even number of backslashes, which are themselves. */
const NUL = /(?<!\\)((?:\\\\)*)\\u0000/g

/** Called for each table with the number of its rows of which U+0000 was dropped. */
export type OnRepaired = (table: string, rows: number) => void

/** Drops U+0000 from the texts of a row: the embedded database could store it, PostgreSQL cannot. */
export function repairRow(row: RowText): RowText {
  return row.includes('\\u0000') ? row.replaceAll(NUL, '$1') : row
}

/**
 * Reads a dump once more to find out what a database must hold that was filled with repaired rows. A table that is not as the
 * dump says stays as it was expected.
 */
export async function sumRepaired(
  dump: {
    readonly tables: readonly SummedTable[]
    readChunks(table: string, skip: number): AsyncIterable<readonly RowText[]>
  },
  onRepaired: OnRepaired,
): Promise<SummedTable[]> {
  const tables: SummedTable[] = []
  for (const table of dump.tables) {
    const [given, repaired] = [new TableSum(), new TableSum()]
    let changed = 0
    for await (const rows of dump.readChunks(table.name, 0))
      for (const row of rows) {
        const better = repairRow(row)
        given.add(row)
        repaired.add(better)
        if (better !== row) changed++
      }
    const isIntact = given.digest() === table.sum
    tables.push(isIntact ? { ...table, sum: repaired.digest() } : table)
    if (isIntact && changed > 0) onRepaired(table.name, changed)
  }
  return tables
}

/** A line for the operator. */
export const describeRepair = (table: string, rows: number): string =>
  `${table}: dropped the character U+0000 from ${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}; PostgreSQL cannot store it.`
