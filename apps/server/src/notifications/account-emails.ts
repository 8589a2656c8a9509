import type { AccountMails } from '../account/account-emails.ts'
import { enqueue } from './outbox/delivery-store.ts'

/** Changes of one password within this time make two mails at most: one at once, one for all that follow. */
const GATHER_MS = 3_600_000

/** What is written to listeners of their account itself: nobody switches that off. */
export const accountMails: AccountMails = {
  welcome: (tx, userId) =>
    enqueue(tx, {
      ...{ channel: 'mail', kind: 'welcome', recipient: userId, body: {} },
      ...{ dedupeKey: `welcome:${userId}`, needsPermission: false },
    }),
  async passwordChanged(tx, userId, first) {
    const now = Date.now()
    const slot = Math.floor(now / GATHER_MS)
    const mail = {
      channel: 'mail',
      kind: 'password-changed',
      recipient: userId,
      needsPermission: false,
    } as const
    const dedupeKey = `password-changed:${userId}:${slot}`
    const isFirst = await enqueue(tx, { ...mail, dedupeKey, body: { at: now, first } }, now)
    if (isFirst) return
    const notBefore = (slot + 1) * GATHER_MS
    const body = { at: now, first, again: true }
    await enqueue(tx, { ...mail, dedupeKey: `${dedupeKey}:again`, body, notBefore }, now)
  },
  accountDeleted: (tx, { id, name, email }) =>
    enqueue(tx, {
      ...{ channel: 'mail', kind: 'account-deleted', recipient: id, body: { name, email } },
      ...{ dedupeKey: `account-deleted:${id}`, needsPermission: false },
    }),
}
