import { randomUUID } from 'node:crypto'
import type { AccountMails } from '../account/account-mails.ts'
import { enqueue } from './delivery-store.ts'

/** What is written to listeners of their account itself: nobody switches that off. */
export const accountMails: AccountMails = {
  welcome: (tx, userId) =>
    enqueue(tx, {
      ...{ channel: 'mail', kind: 'welcome', recipient: userId, body: {} },
      ...{ dedupeKey: `welcome:${userId}`, needsPermission: false },
    }),
  passwordChanged: (tx, userId, first) =>
    enqueue(tx, {
      ...{ channel: 'mail', kind: 'password-changed', recipient: userId, body: { at: Date.now(), first } },
      ...{ dedupeKey: `password-changed:${userId}:${randomUUID()}`, needsPermission: false },
    }),
  accountDeleted: (tx, { id, name, email }) =>
    enqueue(tx, {
      ...{ channel: 'mail', kind: 'account-deleted', recipient: id, body: { name, email } },
      ...{ dedupeKey: `account-deleted:${id}`, needsPermission: false },
    }),
}
