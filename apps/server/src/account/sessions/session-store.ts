import { compileOnce } from '../../database/compile-once.ts'
import { inChunks } from '../../database/in-chunks.ts'
import { literal } from '../../database/literal.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import type { SessionRow } from '../tables.ts'

const selectSession = compileOnce((db, tokenHash) =>
  db.selectFrom('sessions').selectAll().where('token_hash', '=', tokenHash),
)

export async function readSession(db: Database, tokenHash: string): Promise<SessionRow | undefined> {
  const [row] = await selectSession(db, tokenHash)
  return row
}

/** Adds a session; beyond `most` of one listener those that were used longest ago go. */
export async function insertSession(tx: Transaction, session: SessionRow, most: number): Promise<void> {
  const beyond = await holdAll(tx)
    .where('user_id', '=', session.user_id)
    .where('token_hash', 'not in', kept =>
      kept
        .selectFrom('sessions as newest')
        .select('newest.token_hash')
        .where('newest.user_id', '=', session.user_id)
        .orderBy('newest.last_used_at', 'desc')
        .orderBy('newest.created_at', 'desc')
        .limit(literal(most - 1)),
    )
    .execute()
  await forget(tx, beyond)
  await tx.insertInto('sessions').values(session).execute()
}

/** Never moves the instant back. */
export async function touchSession(tx: Transaction, tokenHash: string, at: number): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ last_used_at: at })
    .where('token_hash', '=', tokenHash)
    .where('last_used_at', '<', at)
    .execute()
}

/** @returns whose it was; undefined where it was gone */
export async function deleteSession(tx: Transaction, tokenHash: string): Promise<string | undefined> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .returning('user_id')
    .executeTakeFirst()
  return ended?.user_id
}

/** Ends a listener's sessions but one. What those registered that are gone already goes with them. */
export async function deleteOtherSessions(tx: Transaction, userId: string, kept: string): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).where('token_hash', '!=', kept).execute()
  await tx.deleteFrom('devices').where('user_id', '=', userId).where('session', 'is', null).execute()
}

/** Sessions that began or were used before the given instants. */
export async function deleteSessionsBefore(
  tx: Transaction,
  { createdBefore, usedBefore }: { createdBefore: number; usedBefore: number },
): Promise<void> {
  const old = await holdAll(tx)
    .where(eb => eb.or([eb('created_at', '<=', createdBefore), eb('last_used_at', '<=', usedBefore)]))
    .execute()
  await forget(tx, old)
}

/** Some sessions as nobody else changes them until the transaction ends. */
function holdAll(tx: Transaction) {
  return tx
    .updateTable('sessions')
    .set(eb => ({ last_used_at: eb.ref('last_used_at') }))
    .returning('token_hash')
}

/**
 * Takes out sessions that nobody has ended. The devices they registered stay the listener's, who is still to be told
 * of things there (NOT-02): with the session go those alone whose listener has left.
 */
async function forget(tx: Transaction, sessions: readonly Pick<SessionRow, 'token_hash'>[]): Promise<void> {
  for (const chunk of inChunks(sessions.map(session => session.token_hash))) {
    await tx.updateTable('devices').set({ session: null }).where('session', 'in', chunk).execute()
    await tx.deleteFrom('sessions').where('token_hash', 'in', chunk).execute()
  }
}
