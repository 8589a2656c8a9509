import * as z from 'zod/mini'
import { describeRate } from '../describe-limits.ts'
import { addressRates, dayLimits, minuteLimits, textLimits, userRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { noInput, success } from '../values.ts'
import { userBounds } from './user.ts'

/** The error of a link from an email that does not work (any more). */
export const LINK_EXPIRED = 'This link has expired or was used already.'
/** The error of changing to an address that belongs to an account. */
export const ADDRESS_TAKEN = 'This email address cannot be used.'
/** The error of calls that need email where none is sent. */
export const EMAIL_OFF = 'This service sends no email: ask whoever runs it.'

const email = z.string().check(z.maxLength(textLimits.email.max))
const token = z.string().check(z.maxLength(textLimits.emailToken.max))

export const requestPasswordReset = operation({
  name: 'requestPasswordReset',
  summary: `Sends a link for a new password to the address, if it has an account; the answer is the same if not. ${describeRate(addressRates.passwordReset)} from one address, ${addressRates.passwordResetOfAccount.calls} a day from one network for the same account. One of the ten that a mailbox gets in a day is reserved for networks from which the account signed in within ${dayLimits.knownNetwork} days. None is sent while one from the last ${minuteLimits.nextPasswordResetLink} minutes works. 409 where no email is sent.`,
  method: 'POST',
  path: '/api/auth/forgotPassword',
  who: 'guest',
  isAlwaysOpen: true,
  caching: 'none',
  errors: { 409: EMAIL_OFF },
  input: z.strictObject({ email }),
  bounds: { email: { maxLength: textLimits.email.max, format: 'email' } },
  output: success,
})

export const resetPassword = operation({
  name: 'resetPassword',
  summary: `Sets a new password with the token of a link, which works once and for ${minuteLimits.passwordResetLink} minutes, and ends every session, passkey, app password, API key and pending change of the address. 400 if the password is too common.`,
  method: 'POST',
  path: '/api/auth/resetPassword',
  who: 'guest',
  isAlwaysOpen: true,
  caching: 'none',
  errors: { 403: LINK_EXPIRED },
  input: z.strictObject({ token, newPassword: z.string() }),
  bounds: { newPassword: userBounds.newPassword },
  output: success,
})

export const verifyEmail = operation({
  name: 'verifyEmail',
  summary:
    'Verifies an email address with the token of a link; an address that the listener is changing to becomes theirs, and all sessions end but the one that asked for it. 409 if it belongs to another account by now.',
  method: 'POST',
  path: '/api/auth/verifyEmail',
  who: 'guest',
  isAlwaysOpen: true,
  caching: 'none',
  errors: { 403: LINK_EXPIRED, 409: ADDRESS_TAKEN },
  input: z.strictObject({ token }),
  output: success,
})

export const sendVerification = operation({
  name: 'sendVerification',
  summary: "Sends the link that verifies the caller's email address again. 409 where no email is sent.",
  method: 'POST',
  path: '/api/auth/sendVerification',
  who: 'owner',
  caching: 'none',
  errors: { 409: EMAIL_OFF },
  perUser: userRates.sendVerification,
  input: noInput,
  output: success,
})

export const changeEmail = operation({
  name: 'changeEmail',
  summary:
    "Sends a link to a new email address, which becomes the caller's once the link is opened. 409 where no email is sent.",
  method: 'POST',
  path: '/api/auth/changeEmail',
  who: 'owner',
  caching: 'none',
  errors: { 409: EMAIL_OFF },
  needsRecentSignIn: true,
  perUser: userRates.sendVerification,
  input: z.strictObject({ email }),
  bounds: { email: userBounds.email },
  output: success,
})
