import * as z from 'zod/mini'
import { textLimits, userRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { MAIL_TYPES, PUSH_TYPES } from './permissions.ts'

/** The payload of a push message. */
const pushMessage = z.object({
  title: z.string(),
  body: z.string(),
  /** A path of the pages. */
  url: z.string(),
  /** A notification replaces an earlier one with the same tag. */
  tag: z.string(),
})

export type PushMessage = z.infer<typeof pushMessage>

/** An absolute path without empty or dot segments: `/.//host` would lead to another site. */
const OWN_PATH = /^(?![^?#]*\/(?:\.|%2e)*\/)\/[^\s\\]*$/i

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))

/** `sent` is false if nobody in the audience allows it; nothing was queued then. */
const sent = z.object({ success: z.literal(true), sent: z.boolean() })

export const sendNotification = operation({
  name: 'sendNotification',
  summary: `With a service key: notifies everybody who allows that type. From a listener: shows a sample on their own devices, with the service's own text. 202 if queued, once per \`idempotency-key\`; 200 if nobody allows it. The url is a path of the pages.`,
  method: 'POST',
  path: '/fcm/send-notification',
  who: 'sender',
  acceptsCookie: true,
  caching: 'none',
  mayQueue: true,
  perUser: userRates.sendNotification,
  input: z.strictObject({
    title: text(textLimits.pushTitle.max),
    body: text(textLimits.pushBody.max),
    type: z.enum(PUSH_TYPES),
    url: text(textLimits.pushUrl.max).check(z.regex(OWN_PATH, 'must be a path of this site')),
  }),
  output: sent,
})

export const sendEmail = operation({
  name: 'sendEmail',
  summary: `With a service key: emails everybody who allows that type, as plain text. From a listener: sends a sample to their own address, with the service's own text. 202 if queued, once per \`idempotency-key\`; 200 if nobody allows it.`,
  method: 'POST',
  path: '/api/send-email',
  who: 'sender',
  acceptsCookie: true,
  caching: 'none',
  mayQueue: true,
  perUser: userRates.sendEmail,
  multilineFields: ['message'],
  input: z.strictObject({
    subject: text(textLimits.emailSubject.max),
    message: text(textLimits.emailMessage.max),
    type: z.enum(MAIL_TYPES),
  }),
  output: sent,
})
