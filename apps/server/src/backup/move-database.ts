import { createHash } from 'node:crypto'
import { checkComplete } from '../database/migrate.ts'
import { OperatorError } from '../settings.ts'
import { type DatabasePlace, openSnapshot } from './dump/open-snapshot.ts'
import type { OnRepaired } from './dump/repair-rows.ts'
import { restoreDatabase } from './dump/restore-database.ts'
import type { RowText } from './dump/row-text.ts'
import { compareTables, type Snapshot, type SummedTable, sumTable } from './dump/snapshot.ts'
import type { TableShape } from './dump/table-shape.ts'

const ROWS_IN_CHUNK = 2_000

/**
 * Copies a database to an empty one of the same or the other kind, or continues an interrupted move. The source is only read.
 * In the end all rows of both are read and compared; only then can the target be used.
 * @param onTable called before the rows of each table are written
 * @param onRepaired called for each table of which PostgreSQL cannot store everything
 * @returns the tables with their numbers of rows
 * @throws OperatorError if the target is not empty, or the source was changed meanwhile
 */
export async function moveDatabase(
  from: DatabasePlace,
  to: DatabasePlace,
  onTable: (table: SummedTable) => Promise<void> | void = () => {},
  onRepaired: OnRepaired = () => {},
): Promise<readonly SummedTable[]> {
  const snapshot = await openSnapshot(from)
  try {
    if (snapshot.steps.length === 0)
      throw new OperatorError('There is no database to move: check DATA_DIR and DATABASE_URL.')
    checkComplete(snapshot.steps)
    const tables: SummedTable[] = []
    for (const table of snapshot.tables) tables.push(await sumTable(snapshot, table))
    const dump = {
      // Of the content: a move continues only while the source is the same.
      id: `move-${createHash('sha256').update(JSON.stringify(tables)).digest('hex').slice(0, 16)}`,
      steps: snapshot.steps,
      tables,
      async *readChunks(name: string, skip: number) {
        const table = tables.find(each => each.name === name) as SummedTable
        await onTable(table)
        yield* readChunks(snapshot, table, skip)
      },
    }
    await restoreDatabase(dump, to, { verified: () => checkUnchanged(from, tables), onRepaired })
    return tables
  } finally {
    await snapshot.close()
  }
}

async function* readChunks(
  snapshot: Snapshot,
  { name, columns }: TableShape,
  skip: number,
): AsyncGenerator<RowText[]> {
  let chunk: RowText[] = []
  let chunks = 0
  for await (const rows of snapshot.readRows({ name, columns })) {
    for (const row of rows) {
      chunk.push(row)
      if (chunk.length < ROWS_IN_CHUNK) continue
      if (++chunks > skip) yield chunk
      chunk = []
    }
  }
  if (chunk.length > 0 && chunks + 1 > skip) yield chunk
}

async function checkUnchanged(from: DatabasePlace, tables: readonly SummedTable[]): Promise<void> {
  const now = await openSnapshot(from)
  try {
    const [difference] = await compareTables(now, tables)
    if (difference === undefined) return
    throw new OperatorError(
      `The database was changed during the move (${difference}) Stop whatever writes to it, empty the target and move again.`,
    )
  } finally {
    await now.close()
  }
}
