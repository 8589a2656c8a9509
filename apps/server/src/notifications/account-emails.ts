import type { AccountEmails } from '../account/account-emails.ts'
import { hashToken } from '../account/sessions/token.ts'
import { enqueueAccountDeleted } from './kinds/account-deleted.ts'
import { enqueueEmailChanged } from './kinds/email-changed.ts'
import { LINK_KINDS } from './kinds/notification-kinds.ts'
import { enqueuePasskeysChanged } from './kinds/passkeys-changed.ts'
import { enqueuePasswordChanged } from './kinds/password-changed.ts'
import { enqueuePasswordReset } from './kinds/reset-password.ts'
import { enqueueSecondFactorChanged } from './kinds/second-factor-changed.ts'
import { enqueueVerification } from './kinds/verify-email.ts'
import { enqueueWelcome } from './kinds/welcome.ts'
import { dropWaitingEmails } from './outbox/delivery-store.ts'

/** Requests for a new password name the address, all others the listener. */
const dropLinks: AccountEmails['dropLinks'] = (tx, userId, addresses) =>
  dropWaitingEmails(tx, LINK_KINDS, [userId, ...addresses.map(hashToken)])

/** Emails about the account itself, which members cannot switch off. */
export const accountEmails: AccountEmails = {
  welcome: enqueueWelcome,
  verification: enqueueVerification,
  passwordReset: enqueuePasswordReset,
  dropLinks,
  emailChanged: enqueueEmailChanged,
  passkeysChanged: enqueuePasskeysChanged,
  secondFactorChanged: enqueueSecondFactorChanged,
  passwordChanged: enqueuePasswordChanged,
  accountDeleted: enqueueAccountDeleted,
}
