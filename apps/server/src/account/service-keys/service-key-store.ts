import type { Database, Transaction } from '../../database/tables.ts'
import type { ServiceKeyRow } from '../tables.ts'

export async function insertServiceKey(tx: Transaction, key: ServiceKeyRow): Promise<void> {
  await tx.insertInto('service_keys').values(key).execute()
}

export function readServiceKey(
  db: Database,
  hash: string,
): Promise<Pick<ServiceKeyRow, 'id' | 'scope'> | undefined> {
  return db.selectFrom('service_keys').select(['id', 'scope']).where('hash', '=', hash).executeTakeFirst()
}

/** All keys without their hashes, oldest first. */
export function listServiceKeys(db: Database): Promise<Omit<ServiceKeyRow, 'hash'>[]> {
  return db
    .selectFrom('service_keys')
    .select(['id', 'name', 'scope', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** @returns its name; undefined if there is no such key */
export async function deleteServiceKey(tx: Transaction, id: string): Promise<string | undefined> {
  const deleted = await tx
    .deleteFrom('service_keys')
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return deleted?.name
}
