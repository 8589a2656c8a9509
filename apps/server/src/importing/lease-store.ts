import { type RawBuilder, sql } from 'kysely'
import { databaseTime } from '../database/database-time.ts'
import type { Database, Transaction } from '../database/tables.ts'
import type { LeaseRow } from './tables.ts'

/** A lease, and the database's time when it was read. */
export type ReadLease = LeaseRow & { readonly now: number }

export function readLease(db: Database, name: string): Promise<ReadLease | undefined> {
  return db
    .selectFrom('leases')
    .selectAll()
    .select(databaseTime(db).as('now'))
    .where('name', '=', name)
    .executeTakeFirst()
}

/** Whether a process holds a lease. */
export async function isLeased(db: Database, name: string): Promise<boolean> {
  const lease = await db
    .selectFrom('leases')
    .select('name')
    .where('name', '=', name)
    .where('expires_at', '>', databaseTime(db))
    .executeTakeFirst()
  return lease !== undefined
}

/**
 * Writes a lease if it is free or still held by `formerHolder`: of two concurrent writers only one finds it unchanged.
 * @returns whether it was written
 */
export async function replaceLease(
  tx: Transaction,
  { name, holder, ttlMs }: Omit<LeaseRow, 'expires_at'> & { readonly ttlMs: number },
  formerHolder: string | undefined,
): Promise<boolean> {
  const expires_at = expiry(tx, ttlMs)
  const written = await tx
    .insertInto('leases')
    .values({ name, holder, expires_at })
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
export async function renewLease(tx: Transaction, holder: string, ttlMs: number): Promise<boolean> {
  const result = await tx
    .updateTable('leases')
    .set({ expires_at: expiry(tx, ttlMs) })
    .where('holder', '=', holder)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) > 0
}

export async function deleteLease(tx: Transaction, holder: string): Promise<void> {
  await tx.deleteFrom('leases').where('holder', '=', holder).execute()
}

const expiry = (tx: Transaction, ttlMs: number): RawBuilder<number> =>
  sql<number>`${databaseTime(tx)} + ${sql.lit(ttlMs)}`
