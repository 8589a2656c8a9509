import type { AccountMails } from '../account/account-emails.ts'
import { enqueueAccountDeleted } from './kinds/account-deleted.ts'
import { enqueuePasswordChanged } from './kinds/password-changed.ts'
import { enqueueWelcome } from './kinds/welcome.ts'

/** Emails about the account itself, which members cannot switch off. */
export const accountMails: AccountMails = {
  welcome: enqueueWelcome,
  passwordChanged: enqueuePasswordChanged,
  accountDeleted: enqueueAccountDeleted,
}
