import { randomUUID } from 'node:crypto'
import { hashToken } from '../../account/sessions/token.ts'
import { literal } from '../../database/literal.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import type { SignedInUser } from '../../http/requests/actor.ts'
import type { DeviceRow } from '../tables.ts'

/** The owner of a device: a user's id, null for a guest, undefined if the token is unknown. */
export async function readOwner(db: Database, token: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('devices')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return row?.user_id
}

/** Locks the session row for this transaction. @returns false if the session has ended */
export async function lockSession(tx: Transaction, session: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set(eb => ({ last_used_at: eb.ref('last_used_at') }))
    .where('token_hash', '=', session)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Stores a device for a member until that session ends, or for a guest (null). A device that changes owners gets a new
 * id, so that pending messages to the former owner are not delivered to the new one.
 * @returns the id of the device
 */
export async function saveDevice(
  tx: Transaction,
  token: string,
  owner: Pick<SignedInUser, 'userId' | 'session'> | null,
  now: number,
): Promise<string> {
  const token_hash = hashToken(token)
  const { userId: user_id, session } = owner ?? { userId: null, session: null }
  await tx
    .deleteFrom('devices')
    .where('token_hash', '=', token_hash)
    .where('user_id', 'is distinct from', user_id)
    .execute()
  const { id } = await tx
    .insertInto('devices')
    .values({ id: randomUUID(), token_hash, token, user_id, session, created_at: now, seen_at: now })
    // Two owners may register it at the same moment: the later one gets it.
    .onConflict(conflict => conflict.column('token_hash').doUpdateSet({ user_id, session, seen_at: now }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes all but the `keep` most recently registered devices of a user. */
export async function deleteOldDevices(tx: Transaction, userId: string, keep: number): Promise<void> {
  await tx
    .deleteFrom('devices')
    .where('user_id', '=', userId)
    .where('id', 'not in', query =>
      query
        .selectFrom('devices as newest')
        .select('newest.id')
        .where('newest.user_id', '=', userId)
        .orderBy('newest.seen_at', 'desc')
        .orderBy('newest.id')
        .limit(literal(keep)),
    )
    .execute()
}

/** Deletes guests' devices that were last registered before an instant. */
export async function deleteGuestDevicesBefore(tx: Transaction, instant: number): Promise<void> {
  await tx.deleteFrom('devices').where('user_id', 'is', null).where('seen_at', '<', instant).execute()
}

/** When a user's devices were first and last registered, oldest first. */
export function readDevices(
  db: Database,
  userId: string,
): Promise<Pick<DeviceRow, 'created_at' | 'seen_at'>[]> {
  return db
    .selectFrom('devices')
    .select(['created_at', 'seen_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
