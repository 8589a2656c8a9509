import * as z from 'zod/mini'
import { describeRate } from '../describe-limits.ts'
import { addressRates, countLimits, dayLimits, userRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { id, success } from '../values.ts'

const DEVICE_TOKEN = /^[\w:-]{20,4096}$/

/** Prefix of Web Push device tokens; all others are tokens of Firebase Cloud Messaging. */
export const WEB_PUSH_PREFIX = 'wp:'

/** As `PushSubscription.toJSON()` returns it; keys in base64url. */
export interface WebPushSubscription {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/** Encodes a subscription as a device token. Endpoints must be ASCII. */
export function toDeviceToken({ endpoint, keys: { p256dh, auth } }: WebPushSubscription): string {
  const text = btoa(JSON.stringify({ endpoint, keys: { p256dh, auth } }))
  return `${WEB_PUSH_PREFIX}${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
}

const token = z.string().check(z.regex(DEVICE_TOKEN, 'must be the token of a device'))

export const updateDeviceToken = operation({
  name: 'updateDeviceToken',
  summary: `Registers a device for the caller, even if it was another listener's; beyond ${countLimits.devices} devices the one registered longest ago is removed. The token is \`wp:\` and the browser's subscription as JSON in base64url, or a token of Firebase Cloud Messaging. 403 for another listener's id.`,
  method: 'POST',
  path: '/fcm/update-token',
  who: 'owner',
  acceptsCookie: true,
  caching: 'none',
  errors: { 403: 'The request comes from another site, or names another listener.' },
  perUser: userRates.write,
  input: z.strictObject({ userId: id, token }),
  output: success,
})

export const registerGuestDevice = operation({
  name: 'registerGuestDevice',
  summary: `Registers a guest's device for ${dayLimits.guestDevice} days and returns the id it is stored under: the caller's own id if the device is theirs, null if it was another listener's until now. ${describeRate(addressRates.registerGuestDevice)} for one address.`,
  method: 'POST',
  path: '/fcm/default-token',
  who: 'guest',
  caching: 'none',
  sameOrigin: true,
  input: z.strictObject({ token }),
  output: z.object({ userId: z.nullable(id) }),
})
