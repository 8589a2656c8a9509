import * as z from 'zod/mini'
import { countLimits, textLimits, userRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { noInput, success } from '../values.ts'

/** The error of a login whose password is right, if the account also asks for a code. */
export const CODE_NEEDED = 'Enter the code of your authenticator app.'
/** The error of a code that is wrong, too old or used already. */
export const CODE_WRONG = 'This code is wrong or was used already.'
/** The code would protect a password that there is none of. */
export const PASSWORD_NEEDED = 'Set a password first.'

/** Six digits of an authenticator app, or a recovery code; spaces and hyphens do not matter. */
export const secondFactorCode = z.string().check(z.minLength(1), z.maxLength(textLimits.secondFactorCode.max))

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const startTotp = operation({
  name: 'startTotp',
  summary:
    'Creates a secret for an authenticator app. It counts from `enableTotp` on; a former one counts until then. 403 for an account without a password.',
  method: 'POST',
  path: '/api/auth/totp/start',
  who: 'owner',
  caching: 'none',
  needsRecentSignIn: true,
  perUser: userRates.write,
  errors: { 403: `The sign-in is too long ago. ${PASSWORD_NEEDED}` },
  input: noInput,
  output: z.object({
    /** In base32. */
    secret: z.string(),
    /** An `otpauth:` address, for a QR code. */
    address: z.string(),
  }),
})

export const enableTotp = operation({
  name: 'enableTotp',
  summary: `Has every login with the password ask for a code as well, once the first code of the new secret has been entered. Returns ${countLimits.recoveryCodes} recovery codes, this once; each works once in place of a code.`,
  method: 'POST',
  path: '/api/auth/totp/enable',
  who: 'owner',
  caching: 'none',
  needsRecentSignIn: true,
  perUser: userRates.secondFactorCode,
  errors: { 403: CODE_WRONG },
  input: z.strictObject({ code: secondFactorCode }),
  output: recoveryCodes,
})

export const createRecoveryCodes = operation({
  name: 'createRecoveryCodes',
  summary: `Replaces the recovery codes by ${countLimits.recoveryCodes} new ones. 409 if logins ask for no code.`,
  method: 'POST',
  path: '/api/auth/totp/recoveryCodes',
  who: 'owner',
  caching: 'none',
  needsRecentSignIn: true,
  perUser: userRates.write,
  errors: { 409: 'Logins ask for no code.' },
  input: noInput,
  output: recoveryCodes,
})

export const disableTotp = operation({
  name: 'disableTotp',
  summary: 'Has logins ask for no code any more, and deletes the secret and the recovery codes.',
  method: 'DELETE',
  path: '/api/auth/totp',
  who: 'owner',
  caching: 'none',
  needsRecentSignIn: true,
  perUser: userRates.write,
  input: noInput,
  output: success,
})
