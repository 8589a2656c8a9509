import { literal } from '../../database/literal.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import type { InvitationRow } from '../tables.ts'

/** Uses an invitation for one account. @returns false if it is unknown, expired or used up */
export async function takeInvitation(tx: Transaction, tokenHash: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('invitations')
    .set(eb => ({ used: eb('used', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .whereRef('used', '<', 'uses')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether an invitation could be used for an account now. */
export async function hasInvitation(db: Database, tokenHash: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('invitations')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .whereRef('used', '<', 'uses')
    .executeTakeFirst()
  return row !== undefined
}

export async function insertInvitation(tx: Transaction, invitation: InvitationRow): Promise<void> {
  await tx.insertInto('invitations').values(invitation).execute()
}

/** Those that have not expired, newest first. */
export async function readInvitations(
  db: Database,
  now: number,
  most: number,
): Promise<Omit<InvitationRow, 'token_hash'>[]> {
  return db
    .selectFrom('invitations')
    .select(['id', 'note', 'created_at', 'expires_at', 'uses', 'used'])
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(literal(most))
    .execute()
}

export async function deleteExpiredInvitations(tx: Transaction, now: number): Promise<void> {
  await tx.deleteFrom('invitations').where('expires_at', '<=', now).execute()
}

/** @returns false if there is no such invitation */
export async function removeInvitation(tx: Transaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('invitations').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}
