import type { Database, Transaction } from '../../database/tables.ts'
import type { EmailLinkRow } from '../tables.ts'

export async function insertEmailLink(tx: Transaction, link: EmailLinkRow): Promise<void> {
  await tx.insertInto('email_links').values(link).execute()
}

/** Whether the link still works. */
export async function hasEmailLink(
  db: Database,
  { token_hash, purpose }: Pick<EmailLinkRow, 'token_hash' | 'purpose'>,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('email_links')
    .select('user_id')
    .where('token_hash', '=', token_hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a link that still works was sent to an address lately. */
export async function hasEmailLinkSince(
  db: Database,
  { user_id, purpose, email }: Pick<EmailLinkRow, 'user_id' | 'purpose' | 'email'>,
  since: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('email_links')
    .select('user_id')
    .where('user_id', '=', user_id)
    .where('purpose', '=', purpose)
    .where('email', '=', email)
    .where('created_at', '>', since)
    .executeTakeFirst()
  return row !== undefined
}

/** Uses a link up. @returns undefined if it is unknown, expired or used up */
export async function takeEmailLink(
  tx: Transaction,
  { token_hash, purpose }: Pick<EmailLinkRow, 'token_hash' | 'purpose'>,
  now: number,
): Promise<Pick<EmailLinkRow, 'user_id' | 'email' | 'session'> | undefined> {
  return tx
    .deleteFrom('email_links')
    .where('token_hash', '=', token_hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning(['user_id', 'email', 'session'])
    .executeTakeFirst()
}

/** All links of a listener stop working. */
export async function deleteEmailLinks(tx: Transaction, userId: string): Promise<void> {
  await tx.deleteFrom('email_links').where('user_id', '=', userId).execute()
}

export async function deleteExpiredEmailLinks(tx: Transaction, now: number): Promise<void> {
  await tx.deleteFrom('email_links').where('expires_at', '<=', now).execute()
}
