import { beginRestore, endRestore } from '../../database/migrate.ts'
import { openDatabase } from '../../database/open.ts'
import { OperatorError } from '../../settings.ts'
import type { Loader } from './loader.ts'
import { type DatabasePlace, openSnapshot } from './open-snapshot.ts'
import { type OnRepaired, repairRow, sumRepaired } from './repair-rows.ts'
import type { RowText } from './row-text.ts'
import { compareTables, type SummedTable } from './snapshot.ts'
import { isSameShape } from './table-shape.ts'

/** The tables of a snapshot, wherever it comes from. */
export interface DumpedDatabase {
  /** Id of the snapshot: an interrupted restore continues with the same one only. */
  readonly id: string
  readonly steps: readonly string[]
  /** Referenced tables first. */
  readonly tables: readonly SummedTable[]
  /** Rows of a table in the same chunks each time, without the first `skip`. */
  readChunks(table: string, skip: number): AsyncIterable<readonly RowText[]>
}

interface RestoreSteps {
  /** Called when the database is known to be empty, or to hold an interrupted restore of the same snapshot. */
  readonly begun?: () => Promise<void>
  /** Called when every row is right, before the database becomes usable. */
  readonly verified?: () => Promise<void>
  readonly onRepaired?: OnRepaired
}

/**
 * Fills an empty database, or continues an interrupted restore of the same snapshot. Then reads every row back, and only
 * if all are right runs newer migrations and makes the database usable. What PostgreSQL cannot store is repaired and reported.
 * @throws OperatorError if the database is not empty, the snapshot is newer than this program, or a row differs
 */
export async function restoreDatabase(
  dump: DumpedDatabase,
  place: DatabasePlace,
  { begun, verified, onRepaired = () => {} }: RestoreSteps = {},
): Promise<void> {
  const open = openDatabase(place)
  try {
    await beginRestore(open, dump.id, dump.steps)
    await begun?.()
    await loadTables(dump, place)
    await verifyTables(dump, place, onRepaired)
    await verified?.()
    await endRestore(open, dump.id)
  } finally {
    await open.close()
  }
}

async function loadTables(dump: DumpedDatabase, place: DatabasePlace): Promise<void> {
  const loader = await openLoader(place)
  const repair = place.databaseUrl ? repairRow : (row: RowText) => row
  try {
    await loader.begin()
    for (const { rows: _, sum: __, ...shape } of dump.tables) {
      const table = loader.tables.find(({ name }) => name === shape.name)
      if (!table || !isSameShape(table, shape)) {
        throw new OperatorError(
          `The snapshot does not fit the table ${shape.name} of its own version: it is damaged.`,
        )
      }
      const loaded = await loader.countChunks(table.name)
      for await (const rows of dump.readChunks(table.name, loaded))
        await loader.loadChunk(table, rows.map(repair))
    }
    await loader.end()
  } finally {
    await loader.close()
  }
}

async function openLoader({ databaseUrl, dataDir }: DatabasePlace): Promise<Loader> {
  return databaseUrl
    ? (await import('./postgres-load-writer.ts')).openPostgresLoader(databaseUrl)
    : (await import('./sqlite-load-writer.ts')).openSqliteLoader(dataDir)
}

async function verifyTables(
  dump: DumpedDatabase,
  place: DatabasePlace,
  onRepaired: OnRepaired,
): Promise<void> {
  const snapshot = await openSnapshot(place)
  try {
    let differences = await compareTables(snapshot, dump.tables)
    // An interrupted restore does not know what it repaired before.
    if (differences.length > 0 && place.databaseUrl)
      differences = await compareTables(snapshot, await sumRepaired(dump, onRepaired))
    if (differences.length > 0) {
      throw new OperatorError(`The restored database differs: ${differences.join(' ')} It was left unusable.`)
    }
  } finally {
    await snapshot.close()
  }
}
