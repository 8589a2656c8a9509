import type { Database, Transaction } from '../database/tables.ts'
import type { LeaseRow } from './tables.ts'

export function readLease(db: Database, name: string): Promise<LeaseRow | undefined> {
  return db.selectFrom('leases').selectAll().where('name', '=', name).executeTakeFirst()
}

/**
 * Writes a lease if it is free or still held by `formerHolder`: of two concurrent writers only one finds it unchanged.
 * @returns whether it was written
 */
export async function replaceLease(
  tx: Transaction,
  lease: LeaseRow,
  formerHolder: string | undefined,
): Promise<boolean> {
  const { holder, expires_at } = lease
  const written = await tx
    .insertInto('leases')
    .values(lease)
    .onConflict(conflict =>
      conflict
        .column('name')
        .doUpdateSet({ holder, expires_at })
        .where('leases.holder', '=', formerHolder ?? ''),
    )
    .executeTakeFirst()
  return Number(written.numInsertedOrUpdatedRows ?? 0) > 0
}

/** Locks the row until the transaction ends. @returns false if another process holds the lease */
export async function renewLease(tx: Transaction, holder: string, expiresAt: number): Promise<boolean> {
  const result = await tx
    .updateTable('leases')
    .set({ expires_at: expiresAt })
    .where('holder', '=', holder)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) > 0
}

export async function deleteLease(tx: Transaction, holder: string): Promise<void> {
  await tx.deleteFrom('leases').where('holder', '=', holder).execute()
}
