import * as z from 'zod/mini'
import { USER_WRITES } from './limits.ts'
import { operation } from './operation.ts'
import { id } from './values.ts'

/** What a listener may be told by push, and by mail; each is off until it is switched on (PROP-30). */
export const PUSH_TYPES = ['fromArtists'] as const
export const MAIL_TYPES = ['aboutArtistsAndMusic'] as const

/** Most devices one listener is told on; beyond it the one that was registered longest ago goes. */
export const MOST_DEVICES = 10
/** A guest's device is forgotten unless it registers again within so many days. */
export const GUEST_DEVICE_DAYS = 60
/** How many devices guests register from one address in an hour. */
export const GUEST_DEVICES_PER_HOUR = 10

export const LONGEST_NOTICE = { title: 80, body: 200, url: 512 } as const
export const LONGEST_MAIL = { subject: 120, message: 2_000 } as const

const DEVICE_TOKEN = /^[\w:-]{20,4096}$/
/** Without a segment of dots alone, or an empty one: `/.//` would lead elsewhere. */
const OWN_PATH = /^(?![^?#]*\/(?:\.|%2e)*\/)\/[^\s\\]*$/i

/** How the token of a device begins that is reached by Web Push; any other is one of Firebase Cloud Messaging. */
export const WEB_PUSH_PREFIX = 'wp:'

/** What a browser says of where it is told: `PushSubscription.toJSON()`, keys in base64url. */
export interface WebPushSubscription {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/** The subscription as the token of a device; endpoints are ASCII as every address on the wire. */
export function toDeviceToken({ endpoint, keys: { p256dh, auth } }: WebPushSubscription): string {
  const text = btoa(JSON.stringify({ endpoint, keys: { p256dh, auth } }))
  return `${WEB_PUSH_PREFIX}${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
}

/** What a service worker is told of one notification. */
export const notice = z.object({
  title: z.string(),
  body: z.string(),
  /** A path of the pages. */
  url: z.string(),
  /** One notification takes the place of another with the same tag. */
  tag: z.string(),
})
export type Notice = z.infer<typeof notice>

const mailPermission = z.object({ aboutArtistsAndMusic: z.boolean() })
const pushPermission = z.object({ fromArtists: z.boolean() })
const token = z.string().check(z.regex(DEVICE_TOKEN, 'must be the token of a device'))
const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most))
/** False where nobody who is meant allows it: then nothing was queued. */
const sent = z.object({ success: z.literal(true), sent: z.boolean() })

export const fetchMailPermission = operation({
  name: 'fetchMailPermission',
  summary: "Whether the caller wants mail about artists and music; 403 with another's id.",
  method: 'POST',
  path: '/api/checkForMailPermissions',
  who: 'owner',
  byCookie: true,
  caching: 'none',
  refuses: { 403: 'Another site asks, or it names another listener.' },
  input: z.strictObject({ userId: id }),
  output: mailPermission,
})

export const updateMailPermission = operation({
  name: 'updateMailPermission',
  summary: "Switches mail about artists and music on or off; 403 with another's id.",
  method: 'POST',
  path: '/api/update-email-permission',
  who: 'owner',
  byCookie: true,
  caching: 'none',
  refuses: { 403: 'Another site asks, or it names another listener.' },
  perUser: USER_WRITES,
  input: z.strictObject({ userId: id, permission: z.boolean(), type: z.enum(MAIL_TYPES) }),
  output: mailPermission,
})

export const fetchPushPermission = operation({
  name: 'fetchPushPermission',
  summary: "Whether the caller wants push notifications from artists; 403 with another's id.",
  method: 'POST',
  path: '/fcm/checkForNotifications',
  who: 'owner',
  byCookie: true,
  caching: 'none',
  refuses: { 403: 'Another site asks, or it names another listener.' },
  input: z.strictObject({ userId: id }),
  output: pushPermission,
})

export const updatePushPermission = operation({
  name: 'updatePushPermission',
  summary: "Switches push notifications from artists on or off; 403 with another's id.",
  method: 'POST',
  path: '/fcm/update-notifications',
  who: 'owner',
  byCookie: true,
  caching: 'none',
  refuses: { 403: 'Another site asks, or it names another listener.' },
  perUser: USER_WRITES,
  input: z.strictObject({ type: z.enum(PUSH_TYPES), userId: id, permission: z.boolean() }),
  output: pushPermission,
})

export const updateDeviceToken = operation({
  name: 'updateDeviceToken',
  summary:
    "Registers a device of the caller's, whoever had it before; of more than ten the one registered longest ago goes. The token is `wp:` and the browser's subscription as JSON in base64url, or one of Firebase Cloud Messaging. 403 with another's id.",
  method: 'POST',
  path: '/fcm/update-token',
  who: 'owner',
  byCookie: true,
  caching: 'none',
  refuses: { 403: 'Another site asks, or it names another listener.' },
  perUser: USER_WRITES,
  input: z.strictObject({ userId: id, token }),
  output: z.object({ success: z.literal(true) }),
})

export const registerGuestDevice = operation({
  name: 'registerGuestDevice',
  summary:
    "Registers a guest's device for 60 days, and answers the id it is kept under: the caller's own where the device is theirs, null where it was another's until now (READ-70). 10 an hour and address.",
  method: 'POST',
  path: '/fcm/default-token',
  who: 'guest',
  caching: 'none',
  sameOrigin: true,
  input: z.strictObject({ token }),
  output: z.object({ userId: z.nullable(id) }),
})

export const sendNotification = operation({
  name: 'sendNotification',
  summary:
    "Tells everybody who allows that type, by a service key; a listener is shown on their own devices how it looks, in words of the service's. 202 where it is on its way, once for each `idempotency-key`; 200 where nobody allows it. The url is a path of the pages.",
  method: 'POST',
  path: '/fcm/send-notification',
  who: 'sender',
  byCookie: true,
  caching: 'none',
  mayAnswerLater: true,
  perUser: { calls: 10, seconds: 3_600 },
  input: z.strictObject({
    title: text(LONGEST_NOTICE.title),
    body: text(LONGEST_NOTICE.body),
    type: z.enum(PUSH_TYPES),
    url: text(LONGEST_NOTICE.url).check(z.regex(OWN_PATH, 'must be a path of this site')),
  }),
  output: sent,
})

export const sendEmail = operation({
  name: 'sendEmail',
  summary:
    "Writes to everybody who allows that type, by a service key, as plain text; to a listener a mail of the service's own words, at their own address. 202 where it is on its way, once for each `idempotency-key`; 200 where nobody allows it.",
  method: 'POST',
  path: '/api/send-email',
  who: 'sender',
  byCookie: true,
  caching: 'none',
  mayAnswerLater: true,
  perUser: { calls: 5, seconds: 86_400 },
  severalLines: ['message'],
  input: z.strictObject({
    subject: text(LONGEST_MAIL.subject),
    message: text(LONGEST_MAIL.message),
    type: z.enum(MAIL_TYPES),
  }),
  output: sent,
})

export const notificationOperations = [
  fetchMailPermission,
  updateMailPermission,
  fetchPushPermission,
  updatePushPermission,
  updateDeviceToken,
  registerGuestDevice,
  sendNotification,
  sendEmail,
] as const
