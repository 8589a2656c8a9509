import * as z from 'zod/mini'
import { describeRate } from '../describe-limits.ts'
import { addressRates, sessionRates, textLimits } from '../limits.ts'
import { operation } from '../operation.ts'
import { strictRecord, wire } from '../record.ts'
import { signedIn } from './signed-in.ts'
import { CODE_NEEDED, CODE_WRONG, secondFactorCode } from './totp.ts'
import { userBounds } from './user.ts'

/** The error of every failed login, whichever of the two was wrong. */
export const INVALID_CREDENTIALS = 'Invalid Credentials'

/** The error of every rejected signup. */
export const INVALID_EMAIL = 'Invalid Email'

/** An invitation, from the address of the sign-up page. */
export const invitation = z.optional(z.string().check(z.maxLength(textLimits.invitationToken.max)))

/** Signing up where it is closed, or without an invitation where that is needed. */
export const SIGN_UP_CLOSED = 'New accounts cannot be created here.'
export const INVITATION_NEEDED = 'You need a valid invitation to create an account here.'
export const notInvited = 'Nobody may create an account, or only with a valid invitation.'

/** The account has been disabled by an administrator. */
export const ACCOUNT_DISABLED = 'This account is disabled: ask whoever runs this service.'

export const login = operation({
  name: 'login',
  summary: `Signs in with email address and password; 401 with the same text whichever was wrong. If both are right and the account asks for a code, 401 with "${CODE_NEEDED}" without one and "${CODE_WRONG}" for a wrong one. Failed logins are limited: ${describeRate(addressRates.failedLoginsOfAccountFromAddress)} for one account from one address, ${addressRates.failedLoginsFromAddress.calls} for one address, ${addressRates.failedLoginsOfAccount.calls} for one account.`,
  method: 'POST',
  path: '/api/auth/login',
  who: 'guest',
  isAlwaysOpen: true,
  caching: 'none',
  errors: {
    401: 'The email address, the password or the code is wrong, or a code is missing.',
    403: ACCOUNT_DISABLED,
  },
  sameOrigin: true,
  input: z.strictObject({
    email: z.string().check(z.maxLength(textLimits.email.max)),
    password: z.string().check(z.minLength(1), z.maxLength(textLimits.password.max)),
    code: z.optional(secondFactorCode),
  }),
  bounds: { email: { format: 'email' }, password: { format: 'password' } },
  output: signedIn,
})

export const createUser = operation({
  name: 'createUser',
  summary: `Creates an account and signs in. The name has ${textLimits.userName.min} to ${textLimits.userName.max} characters, at least one of them visible and none that only controls how text is displayed; the password ${textLimits.password.min} to ${textLimits.password.max}. 400 with \`errors\` if the account cannot be created, with \`error\` alone if the password is too common. ${describeRate(addressRates.signUp)} for one address.`,
  method: 'POST',
  path: '/api/auth/createuser',
  who: 'guest',
  isAlwaysOpen: true,
  caching: 'none',
  sameOrigin: true,
  // The handler checks the values itself, so that every rejection has the same error.
  errors: { 403: notInvited },
  input: z.strictObject({ name: z.string(), email: z.string(), password: z.string(), invitation }),
  bounds: { name: userBounds.name, email: userBounds.email, password: userBounds.newPassword },
  invalid: INVALID_EMAIL,
  output: signedIn,
})

export const loginWithGoogle = operation({
  name: 'loginWithGoogle',
  summary:
    'Signs in with an ID token of the configured provider; a new listener gets an account. 401 for an invalid token, 503 if no provider is configured or it cannot be reached, 409 if the email address belongs to an account with a password.',
  method: 'POST',
  path: '/api/auth/google',
  who: 'guest',
  isAlwaysOpen: true,
  caching: 'none',
  errors: {
    401: 'The token is invalid.',
    403: `${ACCOUNT_DISABLED} ${notInvited}`,
    409: 'The email address belongs to an account with a password.',
  },
  sameOrigin: true,
  perMinute: sessionRates.loginWithGoogle,
  isPerAddress: true,
  input: strictRecord({
    idToken: wire('googleToken', z.string().check(z.minLength(1), z.maxLength(textLimits.idToken.max))),
    /** A secret of the page whose SHA-256 in base64url is the token's nonce. Required if the token has a nonce. */
    nonce: z.optional(z.string().check(z.maxLength(textLimits.nonce.max))),
    invitation,
  }),
  output: signedIn,
})
