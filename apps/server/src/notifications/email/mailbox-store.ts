import type { Database, Transaction } from '../../database/tables.ts'

/** Emails about accounts that a mailbox gets in a day, whatever the number of accounts. */
export const MAX_ACCOUNT_EMAILS_PER_DAY = 5
/** Lower for welcome emails: sign-ups with somebody else's address must leave room for "your password was changed". */
export const MAX_WELCOME_EMAILS_PER_DAY = 3
/** Links for a new password, which anybody can ask for: counted apart, so that they leave room for all other emails. */
export const MAX_RESET_EMAILS_PER_DAY = 10
/** Of these, for networks from which the account was signed in to lately: strangers cannot use them up. */
export const RESERVED_RESET_EMAILS = 1
const DAY_MS = 86_400_000

/**
 * Counts an email about an account.
 * @param mailbox keyed hash, see SignedLinks
 * @param limit how many emails are allowed per day, including this one
 * @returns false if the limit is reached
 */
export async function countEmail(
  tx: Transaction,
  mailbox: string,
  now: number,
  limit = MAX_ACCOUNT_EMAILS_PER_DAY,
): Promise<boolean> {
  await tx
    .insertInto('mailboxes')
    .values({ mailbox, since: now, sent: 0, stopped_at: null })
    .onConflict(conflict => conflict.column('mailbox').doNothing())
    .execute()
  await tx
    .updateTable('mailboxes')
    .set({ since: now, sent: 0 })
    .where('mailbox', '=', mailbox)
    // `since` in the future: the clock was set back, which must not extend the period.
    .where(({ or, eb }) => or([eb('since', '<=', now - DAY_MS), eb('since', '>', now)]))
    .execute()
  const counted = await tx
    .updateTable('mailboxes')
    .set(eb => ({ sent: eb('sent', '+', 1) }))
    .where('mailbox', '=', mailbox)
    .where('sent', '<', limit)
    .executeTakeFirst()
  return Number(counted.numUpdatedRows) > 0
}

export async function isMailboxStopped(db: Database, mailbox: string): Promise<boolean> {
  const row = await db
    .selectFrom('mailboxes')
    .select('stopped_at')
    .where('mailbox', '=', mailbox)
    .executeTakeFirst()
  return row?.stopped_at != null
}

/** Stops all emails to a mailbox, or allows them again. */
export async function setMailboxStopped(
  tx: Transaction,
  mailbox: string,
  isStopped: boolean,
  now: number,
): Promise<void> {
  const stopped_at = isStopped ? now : null
  await tx
    .insertInto('mailboxes')
    .values({ mailbox, since: now, sent: 0, stopped_at })
    .onConflict(conflict => conflict.column('mailbox').doUpdateSet({ stopped_at }))
    .execute()
}

/** Deletes expired counts. Stopped mailboxes stay stopped. */
export async function deleteExpiredCounts(tx: Transaction, now: number): Promise<void> {
  await tx
    .deleteFrom('mailboxes')
    .where('since', '<=', now - DAY_MS)
    .where('stopped_at', 'is', null)
    .execute()
}
