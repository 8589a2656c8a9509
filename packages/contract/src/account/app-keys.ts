import * as z from 'zod/mini'
import { countLimits, textLimits, userRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { id, isoDate, noInput, success } from '../values.ts'

/**
 * `password`: for apps that ask for a user name and a password. `apiKey`: for apps that ask for an API key; the service stores
 * only its hash.
 */
const APP_KEY_KINDS = ['password', 'apiKey'] as const
export type AppKeyKind = (typeof APP_KEY_KINDS)[number]

/** `listen`: browse and play. `edit`: also change playlists, likes, follows and ratings. */
const APP_KEY_SCOPES = ['listen', 'edit'] as const
export type AppKeyScope = (typeof APP_KEY_SCOPES)[number]

export const appKey = z.object({
  id,
  /** As the listener calls the app or device. */
  name: z.string(),
  kind: z.enum(APP_KEY_KINDS),
  scope: z.enum(APP_KEY_SCOPES),
  createdAt: isoDate,
  /** To the minute; null if it was never used. */
  lastUsedAt: z.nullable(isoDate),
  /** What the app last called itself, '' if it was never used. */
  lastClient: z.string(),
  /** Network of the address from where it was last used, such as `203.0.113.0/24`; '' if it was never used. */
  lastNetwork: z.string(),
})
export type AppKey = z.infer<typeof appKey>

export const fetchAppKeys = operation({
  name: 'fetchAppKeys',
  summary: "The caller's app passwords and API keys without their secrets, newest first.",
  method: 'GET',
  path: '/api/appKeys',
  who: 'owner',
  caching: 'none',
  input: noInput,
  output: z.object({
    keys: z.array(appKey),
    /** False if the operator has switched apps off. */
    isOffered: z.boolean(),
    /** True if the page came through unencrypted HTTP from another network: others may read what apps send. */
    isExposed: z.boolean(),
  }),
})

export const createAppKey = operation({
  name: 'createAppKey',
  summary: `Creates an app password or an API key. The response is the only one that holds the secret. 409 beyond ${countLimits.appKeys} of both kinds together.`,
  method: 'POST',
  path: '/api/appKeys',
  who: 'owner',
  caching: 'none',
  errors: { 409: 'The caller has too many app passwords and API keys.' },
  needsRecentSignIn: true,
  perUser: userRates.createAppKey,
  input: z.strictObject({
    name: z.string().check(z.minLength(textLimits.appKeyName.min), z.maxLength(textLimits.appKeyName.max)),
    kind: z.enum(APP_KEY_KINDS),
    scope: z.enum(APP_KEY_SCOPES),
  }),
  output: z.object({ key: appKey, secret: z.string() }),
})

export const revokeAppKey = operation({
  name: 'revokeAppKey',
  summary: "Revokes one of the caller's app passwords or API keys. It stops working at once.",
  method: 'DELETE',
  path: '/api/appKeys/{id}',
  who: 'owner',
  caching: 'none',
  errors: { 404: 'The caller has no such app password or API key.' },
  perUser: userRates.write,
  input: z.strictObject({ id }),
  output: success,
})

export const revokeAllAppKeys = operation({
  name: 'revokeAllAppKeys',
  summary: "Revokes all of the caller's app passwords and API keys.",
  method: 'DELETE',
  path: '/api/appKeys',
  who: 'owner',
  caching: 'none',
  perUser: userRates.write,
  input: noInput,
  output: success,
})
