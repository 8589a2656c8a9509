import type { Insertable, Selectable } from 'kysely'
import { compileOnce } from '../../database/compile-once.ts'
import { inChunks } from '../../database/in-chunks.ts'
import { literal } from '../../database/literal.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import type { SessionRow } from '../tables.ts'

/** What a session keeps when its token is replaced. */
const KEPT_COLUMNS = [
  'user_id',
  'created_at',
  'last_used_at',
  'browser',
  'system',
  'network',
  'confirmed_at',
] as const

const selectSession = compileOnce((db, tokenHash) =>
  db.selectFrom('sessions').selectAll().where('token_hash', '=', tokenHash),
)

export async function readSession(
  db: Database,
  tokenHash: string,
): Promise<Selectable<SessionRow> | undefined> {
  const [row] = await selectSession(db, tokenHash)
  return row
}

/** A listener's sessions, last used first, also those that have expired. */
export async function readSessions(db: Database, userId: string): Promise<Selectable<SessionRow>[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .execute()
}

/** Inserts a session. Beyond `most` of one listener, the least recently used are deleted. */
export async function insertSession(
  tx: Transaction,
  session: Insertable<SessionRow>,
  most: number,
): Promise<void> {
  const beyond = await lockSessions(tx)
    .where('user_id', '=', session.user_id)
    .where('token_hash', 'not in', eb =>
      eb
        .selectFrom('sessions as newest')
        .select('newest.token_hash')
        .where('newest.user_id', '=', session.user_id)
        .orderBy('newest.last_used_at', 'desc')
        .orderBy('newest.created_at', 'desc')
        .limit(literal(most - 1)),
    )
    .execute()
  await deleteKeepingDevices(tx, beyond)
  await tx.insertInto('sessions').values(session).execute()
}

/** Sets the time of last use, never back, and the network. */
export async function touchSession(
  tx: Transaction,
  tokenHash: string,
  { at, network }: { at: number; network: string },
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ last_used_at: at, network })
    .where('token_hash', '=', tokenHash)
    .where('last_used_at', '<', at)
    .execute()
}

/** Gives a session another token: the former one does not work any more. Devices stay registered. */
export async function replaceSessionToken(
  tx: Transaction,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx
    .insertInto('sessions')
    .columns([...KEPT_COLUMNS, 'token_hash'])
    .expression(eb =>
      eb
        .selectFrom('sessions')
        .select([...KEPT_COLUMNS, eb.val(to).as('token_hash')])
        .where('sessions.token_hash', '=', from),
    )
    .execute()
  await tx.updateTable('devices').set({ session: to }).where('session', '=', from).execute()
  await tx.updateTable('upload_targets').set({ token_hash: to }).where('token_hash', '=', from).execute()
  await tx.deleteFrom('sessions').where('token_hash', '=', from).execute()
}

/** Records that the listener has proved again who they are. */
export async function markSessionConfirmed(tx: Transaction, tokenHash: string, at: number): Promise<void> {
  await tx.updateTable('sessions').set({ confirmed_at: at }).where('token_hash', '=', tokenHash).execute()
}

/** @returns the session's user; undefined if there was no such session */
export async function deleteSession(tx: Transaction, tokenHash: string): Promise<string | undefined> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .returning('user_id')
    .executeTakeFirst()
  return ended?.user_id
}

/** Deletes a listener's sessions but one, and their devices, also those of sessions that have expired. */
export async function deleteOtherSessions(
  tx: Transaction,
  userId: string,
  keptTokenHash: string,
): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', '!=', keptTokenHash)
    .execute()
  await tx.deleteFrom('devices').where('user_id', '=', userId).where('session', 'is', null).execute()
}

/** Signs a listener out everywhere; nothing is pushed to their devices any more. */
export async function deleteAllSessions(tx: Transaction, userId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await tx.deleteFrom('devices').where('user_id', '=', userId).execute()
}

/** Deletes sessions created or last used before the given times. */
export async function deleteSessionsBefore(
  tx: Transaction,
  { createdBefore, usedBefore }: { createdBefore: number; usedBefore: number },
): Promise<void> {
  const old = await lockSessions(tx)
    .where(eb => eb.or([eb('created_at', '<=', createdBefore), eb('last_used_at', '<=', usedBefore)]))
    .execute()
  await deleteKeepingDevices(tx, old)
}

/** When any session was last used; 0 if there is none. */
export async function readLastUse(db: Database): Promise<number> {
  const { at } = await db
    .selectFrom('sessions')
    .select(eb => eb.fn.max('last_used_at').as('at'))
    .executeTakeFirstOrThrow()
  return at ?? 0
}

/** Locks sessions until the transaction ends. */
function lockSessions(tx: Transaction) {
  return tx
    .updateTable('sessions')
    .set(eb => ({ last_used_at: eb.ref('last_used_at') }))
    .returning('token_hash')
}

/** Deletes expired or surplus sessions. Their devices stay registered: the listener has not logged out there. */
async function deleteKeepingDevices(
  tx: Transaction,
  sessions: readonly Pick<SessionRow, 'token_hash'>[],
): Promise<void> {
  for (const chunk of inChunks(sessions.map(session => session.token_hash))) {
    await tx.updateTable('devices').set({ session: null }).where('session', 'in', chunk).execute()
    await tx.deleteFrom('sessions').where('token_hash', 'in', chunk).execute()
  }
}
