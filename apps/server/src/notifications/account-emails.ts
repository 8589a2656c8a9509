import type { AccountEmails } from '../account/account-emails.ts'
import { enqueueAccountDeleted } from './kinds/account-deleted.ts'
import { enqueueEmailChanged } from './kinds/email-changed.ts'
import { enqueuePasskeysChanged } from './kinds/passkeys-changed.ts'
import { enqueuePasswordChanged } from './kinds/password-changed.ts'
import { enqueuePasswordReset } from './kinds/reset-password.ts'
import { enqueueSecondFactorChanged } from './kinds/second-factor-changed.ts'
import { enqueueVerification } from './kinds/verify-email.ts'
import { enqueueWelcome } from './kinds/welcome.ts'

/** Emails about the account itself, which members cannot switch off. */
export const accountMails: AccountEmails = {
  welcome: enqueueWelcome,
  verification: enqueueVerification,
  passwordReset: enqueuePasswordReset,
  emailChanged: enqueueEmailChanged,
  passkeysChanged: enqueuePasskeysChanged,
  secondFactorChanged: enqueueSecondFactorChanged,
  passwordChanged: enqueuePasswordChanged,
  accountDeleted: enqueueAccountDeleted,
}
