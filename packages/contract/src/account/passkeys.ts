import * as z from 'zod/mini'
import { countLimits, minuteLimits, sessionRates, textLimits, userRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { id, isoDate, noInput, success } from '../values.ts'
import { ACCOUNT_DISABLED, INVALID_EMAIL, invitation, notInvited } from './sign-in.ts'
import { signedIn } from './signed-in.ts'
import { userBounds } from './user.ts'

/** The error of a passkey that the service does not know, or whose signature is wrong. */
export const PASSKEY_UNKNOWN =
  'This passkey opens no account here: it was removed, or it belongs to another service on this host. Choose another one, or log in another way.'
/** The error of an answer that comes too late, twice, or from another browser than the question was sent to. */
export const PASSKEY_EXPIRED = 'This took too long. Try again.'
/** The error of a new passkey that is not what was asked for. */
export const PASSKEY_INVALID = 'This passkey could not be verified. Try again, or use another device.'
/** The error where passkeys cannot work: browsers bind them to a host name and an encrypted connection. */
export const PASSKEYS_OFF =
  'Passkeys need an address with a host name and https. Ask whoever runs this service to set one up.'
/** The error of removing the last passkey of an account that has neither a password nor an identity provider. */
export const LAST_WAY_TO_SIGN_IN =
  'This is your only way to log in. Set a password or add another passkey first.'
export const TOO_MANY_PASSKEYS = `Nobody has more than ${countLimits.passkeys} passkeys.`

const base64url = (max: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(max))

/** What `navigator.credentials.create` returned: the fields of its `toJSON` that the service needs. */
const newCredential = z.strictObject({
  id: base64url(textLimits.credentialId.max),
  clientDataJSON: base64url(textLimits.credentialData.max),
  attestationObject: base64url(textLimits.credentialData.max),
  transports: z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(8)),
})
export type NewCredential = z.infer<typeof newCredential>

/** What `navigator.credentials.get` returned: the fields of its `toJSON` that the service needs. */
const assertion = z.strictObject({
  id: base64url(textLimits.credentialId.max),
  clientDataJSON: base64url(textLimits.credentialData.max),
  authenticatorData: base64url(textLimits.credentialData.max),
  signature: base64url(textLimits.credentialData.max),
  userHandle: z.optional(base64url(textLimits.userHandle.max)),
})
export type Assertion = z.infer<typeof assertion>

/** How browsers reach an authenticator. */
export const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.enum(TRANSPORTS)),
})

/** For `navigator.credentials.create`: `PublicKeyCredentialCreationOptionsJSON` of the Web Authentication API. */
const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type CreationOptions = z.infer<typeof creationOptions>

/** For `navigator.credentials.get`: `PublicKeyCredentialRequestOptionsJSON` of the Web Authentication API. */
const requestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.number(),
  allowCredentials: z.array(descriptor),
  userVerification: z.literal('required'),
})
export type RequestOptions = z.infer<typeof requestOptions>

/** A passkey as its listener sees it. */
const passkey = z.object({
  id,
  /** As the listener calls it; at first, what stores it or where it was made. */
  name: z.string(),
  createdAt: isoDate,
  /** null if it was never used. */
  lastUsedAt: z.nullable(isoDate),
  /** Whether it is copied to the listener's other devices, or could be. */
  isSynced: z.boolean(),
  /** False if it was made for another address of this service. */
  worksHere: z.boolean(),
})
export type Passkey = z.infer<typeof passkey>

const name = z
  .string()
  .check(z.trim(), z.minLength(textLimits.passkeyName.min), z.maxLength(textLimits.passkeyName.max))

const oneTry = `The answer to the options works once, within ${minuteLimits.passkeyChallenge} minutes, from the same browser.`

export const startPasskeySignUp = operation({
  name: 'startPasskeySignUp',
  summary: `Options for the passkey of a new account. ${oneTry} 409 where passkeys cannot work.`,
  method: 'POST',
  path: '/api/auth/passkeys/signUp/start',
  who: 'guest',
  isAlwaysOpen: true,
  caching: 'none',
  sameOrigin: true,
  perMinute: sessionRates.startPasskey,
  errors: { 403: notInvited, 409: PASSKEYS_OFF },
  input: z.strictObject({ name: z.string(), email: z.string(), invitation }),
  bounds: { name: userBounds.name, email: userBounds.email },
  invalid: INVALID_EMAIL,
  output: creationOptions,
})

export const signUpWithPasskey = operation({
  name: 'signUpWithPasskey',
  summary:
    'Creates an account with a passkey and without a password, and signs in. Refused and limited like `createUser`.',
  method: 'POST',
  path: '/api/auth/passkeys/signUp',
  who: 'guest',
  isAlwaysOpen: true,
  caching: 'none',
  sameOrigin: true,
  errors: { 403: `${PASSKEY_EXPIRED} ${notInvited}`, 409: PASSKEYS_OFF },
  input: z.strictObject({ name: z.string(), email: z.string(), invitation, passkey: newCredential }),
  bounds: { name: userBounds.name, email: userBounds.email },
  invalid: INVALID_EMAIL,
  output: signedIn,
})

export const startPasskeySignIn = operation({
  name: 'startPasskeySignIn',
  summary: `Options for signing in with a passkey, the same for everybody. ${oneTry} 409 where passkeys cannot work.`,
  method: 'POST',
  path: '/api/auth/passkeys/signIn/start',
  who: 'guest',
  isAlwaysOpen: true,
  caching: 'none',
  sameOrigin: true,
  perMinute: sessionRates.startPasskey,
  errors: { 409: PASSKEYS_OFF },
  input: noInput,
  output: requestOptions,
})

export const signInWithPasskey = operation({
  name: 'signInWithPasskey',
  summary:
    'Signs in with a passkey; no code of an authenticator app is asked for. Failures count like failed logins.',
  method: 'POST',
  path: '/api/auth/passkeys/signIn',
  who: 'guest',
  isAlwaysOpen: true,
  caching: 'none',
  sameOrigin: true,
  errors: { 401: PASSKEY_UNKNOWN, 403: `${PASSKEY_EXPIRED} ${ACCOUNT_DISABLED}`, 409: PASSKEYS_OFF },
  input: z.strictObject({ passkey: assertion }),
  output: signedIn,
})

export const fetchPasskeys = operation({
  name: 'fetchPasskeys',
  summary: "The caller's passkeys, oldest first.",
  method: 'GET',
  path: '/api/auth/passkeys',
  who: 'owner',
  caching: 'none',
  input: noInput,
  output: z.object({ passkeys: z.array(passkey) }),
})

export const startPasskey = operation({
  name: 'startPasskey',
  summary: `Options for another passkey of the caller. ${oneTry} 409 where passkeys cannot work, or beyond ${countLimits.passkeys}.`,
  method: 'POST',
  path: '/api/auth/passkeys/start',
  who: 'owner',
  caching: 'none',
  needsRecentSignIn: true,
  perUser: userRates.write,
  errors: { 409: `${PASSKEYS_OFF} ${TOO_MANY_PASSKEYS}` },
  input: noInput,
  output: creationOptions,
})

export const addPasskey = operation({
  name: 'addPasskey',
  summary: 'Stores a new passkey of the caller, who is told by email.',
  method: 'POST',
  path: '/api/auth/passkeys',
  who: 'owner',
  caching: 'none',
  needsRecentSignIn: true,
  perUser: userRates.write,
  errors: { 403: PASSKEY_EXPIRED, 409: `${PASSKEYS_OFF} ${TOO_MANY_PASSKEYS}` },
  input: z.strictObject({ passkey: newCredential }),
  output: passkey,
})

export const renamePasskey = operation({
  name: 'renamePasskey',
  summary: "Names one of the caller's passkeys.",
  method: 'POST',
  path: '/api/auth/passkeys/{id}',
  who: 'owner',
  caching: 'none',
  perUser: userRates.write,
  errors: { 404: 'The caller has no such passkey.' },
  input: z.strictObject({ id, name }),
  output: success,
})

export const removePasskey = operation({
  name: 'removePasskey',
  summary:
    "Removes one of the caller's passkeys, who is told by email. 409 if it is the last way to sign in: there is no password, no identity provider and no other passkey of this address.",
  method: 'DELETE',
  path: '/api/auth/passkeys/{id}',
  who: 'owner',
  caching: 'none',
  needsRecentSignIn: true,
  perUser: userRates.write,
  errors: { 404: 'The caller has no such passkey.', 409: LAST_WAY_TO_SIGN_IN },
  input: z.strictObject({ id }),
  output: success,
})

export const startPasskeyConfirmation = operation({
  name: 'startPasskeyConfirmation',
  summary: `Options for \`confirmWithPasskey\`. ${oneTry} 409 where passkeys cannot work.`,
  method: 'POST',
  path: '/api/auth/confirm/passkey/start',
  who: 'owner',
  caching: 'none',
  perUser: userRates.write,
  errors: { 409: PASSKEYS_OFF },
  input: noInput,
  output: requestOptions,
})

export const confirmWithPasskey = operation({
  name: 'confirmWithPasskey',
  summary: `Proves with a passkey who the caller is, for calls that need a sign-in within the last ${minuteLimits.recentSignIn} minutes. Failures count like failed logins.`,
  method: 'POST',
  path: '/api/auth/confirm/passkey',
  who: 'owner',
  caching: 'none',
  errors: { 403: `${PASSKEY_EXPIRED} ${PASSKEY_UNKNOWN}`, 409: PASSKEYS_OFF },
  input: z.strictObject({ passkey: assertion }),
  output: success,
})
