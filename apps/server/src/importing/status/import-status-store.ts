import { databaseTime } from '../../database/database-time.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { IMPORT_LEASE } from '../lease.ts'
import type { ImportStatusRow } from '../tables.ts'

const ID = 1

export interface StoredImportStatus
  extends Pick<
    ImportStatusRow,
    'sample' | 'done' | 'total' | 'folders' | 'problem' | 'removals' | 'ended_at'
  > {
  /** True while an import holds the lease. */
  readonly isRunning: boolean
}

/** The running import, or the last one; undefined before the first. */
export async function readImportStatus(db: Database): Promise<StoredImportStatus | undefined> {
  const row = await db
    .selectFrom('import_status')
    .leftJoin('leases', join =>
      join.on('leases.name', '=', IMPORT_LEASE).on('leases.expires_at', '>', databaseTime(db)),
    )
    .select([
      ...(['sample', 'done', 'total', 'folders', 'problem', 'removals', 'ended_at'] as const),
      'leases.name as lease',
    ])
    .where('id', '=', ID)
    .executeTakeFirst()
  if (!row) return undefined
  const { lease, ...status } = row
  return { ...status, isRunning: lease !== null }
}

/** Replaces the status of the last import; its count of removals goes on. */
export async function startImportStatus(
  tx: Transaction,
  { run, sample, folders }: { readonly run: string; readonly sample: boolean; readonly folders: string },
): Promise<void> {
  const fresh = { run, sample: sample ? 1 : 0, done: 0, total: 0, folders, problem: '', ended_at: null }
  await tx
    .insertInto('import_status')
    .values({ id: ID, ...fresh, removals: 0 })
    .onConflict(conflict => conflict.column('id').doUpdateSet(fresh))
    .execute()
}

/** Does nothing once another import has started. */
export async function updateImportStatus(
  tx: Transaction,
  run: string,
  values: Partial<Pick<ImportStatusRow, 'done' | 'total' | 'problem' | 'ended_at'>>,
): Promise<void> {
  await tx.updateTable('import_status').set(values).where('run', '=', run).execute()
}

export async function countRemoval(tx: Transaction): Promise<void> {
  await tx
    .updateTable('import_status')
    .set(eb => ({ removals: eb('removals', '+', 1) }))
    .where('id', '=', ID)
    .execute()
}
