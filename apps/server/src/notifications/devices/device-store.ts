import { randomUUID } from 'node:crypto'
import { digest } from '../../account/sessions/token.ts'
import { literal } from '../../database/literal.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import type { SignedIn } from '../../http/requests/actor.ts'
import type { DeviceRow } from '../tables.ts'

/** Whose the device is under its token: a listener's, a guest's (null); undefined where it is unknown. */
export async function readOwner(db: Database, token: string): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('devices')
    .select('user_id')
    .where('token_hash', '=', digest(token))
    .executeTakeFirst()
  return row?.user_id
}

/** Holds a session until the transaction ends. @returns false where it has ended */
export async function lockSession(tx: Transaction, session: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set(eb => ({ last_used_at: eb.ref('last_used_at') }))
    .where('token_hash', '=', session)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Keeps a device for a listener until they end that session, or for a guest (null). One that was somebody else's is
 * kept under another id from then on: what waits for them is not shown to who has it now.
 * @returns the id it is kept under
 */
export async function saveDevice(
  tx: Transaction,
  token: string,
  owner: SignedIn | null,
  now: number,
): Promise<string> {
  const token_hash = digest(token)
  const { userId: user_id, session } = owner ?? { userId: null, session: null }
  await tx
    .deleteFrom('devices')
    .where('token_hash', '=', token_hash)
    .where('user_id', 'is distinct from', user_id)
    .execute()
  const { id } = await tx
    .insertInto('devices')
    .values({ id: randomUUID(), token_hash, token, user_id, session, created_at: now, seen_at: now })
    // Also where another registered it at the same moment: the later one has it.
    .onConflict(conflict => conflict.column('token_hash').doUpdateSet({ user_id, session, seen_at: now }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Of more than `most` devices of a listener those that were registered longest ago go. */
export async function deleteOldDevices(tx: Transaction, userId: string, most: number): Promise<void> {
  await tx
    .deleteFrom('devices')
    .where('user_id', '=', userId)
    .where('id', 'not in', kept =>
      kept
        .selectFrom('devices as newest')
        .select('newest.id')
        .where('newest.user_id', '=', userId)
        .orderBy('newest.seen_at', 'desc')
        .orderBy('newest.id')
        .limit(literal(most)),
    )
    .execute()
}

/** Guests' devices that were not registered since. */
export async function deleteGuestDevicesBefore(tx: Transaction, instant: number): Promise<void> {
  await tx.deleteFrom('devices').where('user_id', 'is', null).where('seen_at', '<', instant).execute()
}

/** When a listener's devices were registered first and last, the oldest first. */
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
