import { countLimits } from '@refrain/contract/limits'
import type { Selectable, Updateable } from 'kysely'
import { literal } from '../../database/literal.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import type { ImportProblemRow, ImportRunRow } from '../tables.ts'

/** Imports that are listed; older ones are deleted. */
const MAX_RUNS = 100
const ROWS_PER_INSERT = 100

/** Adds an import that has just started, and deletes the oldest ones. */
export async function insertImportRun(
  tx: Transaction,
  run: Pick<ImportRunRow, 'id' | 'started_at' | 'folders'>,
): Promise<void> {
  await tx
    .insertInto('import_runs')
    .values({ ...run, reading_at: null, ended_at: null })
    .execute()
  const newest = tx
    .selectFrom('import_runs')
    .select('id')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(literal(MAX_RUNS))
  await tx.deleteFrom('import_runs').where('id', 'not in', newest).execute()
}

/** Records when the import began to read files. */
export async function startReading(tx: Transaction, id: string, at: number): Promise<void> {
  await tx.updateTable('import_runs').set({ reading_at: at }).where('id', '=', id).execute()
}

type ImportRunEnd = Omit<Updateable<ImportRunRow>, 'id' | 'started_at' | 'folders'>

export async function endImportRun(tx: Transaction, id: string, end: ImportRunEnd): Promise<void> {
  await tx.updateTable('import_runs').set(end).where('id', '=', id).execute()
}

/** Deletes a completed import that found the same files missing and skipped as many as the one before. */
export async function deleteIfUneventful(tx: Transaction, id: string): Promise<void> {
  const [last, before] = await readImportRuns(tx, 2)
  const isSame =
    last?.id === id &&
    before?.failed === 0 &&
    before.ended_at !== null &&
    before.unavailable === last.unavailable &&
    before.skipped === last.skipped
  if (isSame) await tx.deleteFrom('import_runs').where('id', '=', id).execute()
}

/** Deletes the import before one that has just failed, if it failed for the same reason: of many tries one is listed. */
export async function deleteSameFailure(tx: Transaction, id: string): Promise<void> {
  const [last, before] = await readImportRuns(tx, 2)
  const isSame = last?.id === id && before?.failed === 1 && before.problem === last.problem
  if (isSame) await tx.deleteFrom('import_runs').where('id', '=', before.id).execute()
}

/** Replaces the files that the import before has skipped, as far as they are stored. */
export async function replaceImportProblems(
  tx: Transaction,
  problems: readonly { readonly path: string; readonly reason: string }[],
): Promise<void> {
  await tx.deleteFrom('import_problems').execute()
  const rows = problems.slice(0, countLimits.skippedFiles).map(({ path, reason }, position) => ({
    ...{ position, reason },
    // PostgreSQL refuses texts with U+0000.
    path: path.replaceAll('\u0000', '?'),
  }))
  for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
    await tx
      .insertInto('import_problems')
      .values(rows.slice(at, at + ROWS_PER_INSERT))
      .execute()
  }
}

/** Newest first. */
export async function readImportRuns(db: Database, most: number): Promise<Selectable<ImportRunRow>[]> {
  return db
    .selectFrom('import_runs')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(literal(most))
    .execute()
}

/** Paths of the files with a problem, as the import before has stored them. */
export async function readPathsWithProblem(db: Database, reason: string): Promise<string[]> {
  const rows = await db.selectFrom('import_problems').select('path').where('reason', '=', reason).execute()
  return rows.map(({ path }) => path)
}

export async function countImportProblems(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('import_problems')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** In order of their paths, files before pictures. @param from position of the first one */
export async function readImportProblems(
  db: Database,
  from: number,
  most: number,
): Promise<ImportProblemRow[]> {
  return db
    .selectFrom('import_problems')
    .selectAll()
    .where('position', '>=', from)
    .orderBy('position')
    .limit(literal(most))
    .execute()
}
