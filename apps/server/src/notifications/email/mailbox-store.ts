import type { Database, Transaction } from '../../database/tables.ts'

/** Mails about accounts that a mailbox gets in a day, whichever accounts they are about. */
export const MAX_ACCOUNT_EMAILS_PER_DAY = 5
/**
 * Of these, mails that welcome new accounts: whoever signs up with somebody else's address must not use up what the
 * owner needs to hear of a changed password.
 */
export const MAX_WELCOME_EMAILS_PER_DAY = 3
const DAY_MS = 86_400_000

/**
 * Counts a mail about an account.
 * @param mailbox keyed hash, see MailLinks
 * @param most how many mails there may be with this one
 * @returns false where the mailbox has had enough for a day, or its owner wants no mail
 */
export async function countEmail(
  tx: Transaction,
  mailbox: string,
  now: number,
  most = MAX_ACCOUNT_EMAILS_PER_DAY,
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
    // A clock that was set back must not stop mail for longer.
    .where(({ or, eb }) => or([eb('since', '<=', now - DAY_MS), eb('since', '>', now)]))
    .execute()
  const counted = await tx
    .updateTable('mailboxes')
    .set(eb => ({ sent: eb('sent', '+', 1) }))
    .where('mailbox', '=', mailbox)
    .where('sent', '<', most)
    .where('stopped_at', 'is', null)
    .executeTakeFirst()
  return Number(counted.numUpdatedRows) > 0
}

/** Whether the owner of a mailbox wants no mail. */
export async function isMailboxStopped(db: Database, mailbox: string): Promise<boolean> {
  const row = await db
    .selectFrom('mailboxes')
    .select('stopped_at')
    .where('mailbox', '=', mailbox)
    .executeTakeFirst()
  return row?.stopped_at != null
}

/** Stops all mail to a mailbox, or allows it again. */
export async function setMailboxStopped(
  tx: Transaction,
  mailbox: string,
  stopped: boolean,
  now: number,
): Promise<void> {
  const stopped_at = stopped ? now : null
  await tx
    .insertInto('mailboxes')
    .values({ mailbox, since: now, sent: 0, stopped_at })
    .onConflict(conflict => conflict.column('mailbox').doUpdateSet({ stopped_at }))
    .execute()
}

/** Deletes counts that have run out. What was stopped stays stopped. */
export async function deleteExpiredCounts(tx: Transaction, now: number): Promise<void> {
  await tx
    .deleteFrom('mailboxes')
    .where('since', '<=', now - DAY_MS)
    .where('stopped_at', 'is', null)
    .execute()
}
