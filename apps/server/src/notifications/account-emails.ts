import type { AccountEmails } from '../account/account-emails.ts'
import { enqueueAccountDeleted } from './kinds/account-deleted.ts'
import { enqueuePasswordChanged } from './kinds/password-changed.ts'
import { enqueueWelcome } from './kinds/welcome.ts'

/** Emails about the account itself, which members cannot switch off. */
export const accountMails: AccountEmails = {
  welcome: enqueueWelcome,
  passwordChanged: enqueuePasswordChanged,
  accountDeleted: enqueueAccountDeleted,
}
