import * as z from 'zod/mini'
import { userRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { id } from '../values.ts'

/** Kinds of push notifications and emails. Each is off until the listener turns it on. */
export const PUSH_TYPES = ['fromArtists'] as const

export const MAIL_TYPES = ['aboutArtistsAndMusic'] as const

const mailPermission = z.object({ aboutArtistsAndMusic: z.boolean() })

const pushPermission = z.object({ fromArtists: z.boolean() })

export const fetchMailPermission = operation({
  name: 'fetchMailPermission',
  summary: "Whether the caller wants emails about artists and music; 403 for another listener's id.",
  method: 'POST',
  path: '/api/checkForMailPermissions',
  who: 'owner',
  acceptsCookie: true,
  caching: 'none',
  errors: { 403: 'The request comes from another site, or names another listener.' },
  input: z.strictObject({ userId: id }),
  output: mailPermission,
})

export const updateMailPermission = operation({
  name: 'updateMailPermission',
  summary: "Turns emails about artists and music on or off; 403 for another listener's id.",
  method: 'POST',
  path: '/api/update-email-permission',
  who: 'owner',
  acceptsCookie: true,
  caching: 'none',
  errors: { 403: 'The request comes from another site, or names another listener.' },
  perUser: userRates.write,
  input: z.strictObject({ userId: id, permission: z.boolean(), type: z.enum(MAIL_TYPES) }),
  output: mailPermission,
})

export const fetchPushPermission = operation({
  name: 'fetchPushPermission',
  summary: "Whether the caller wants push notifications from artists; 403 for another listener's id.",
  method: 'POST',
  path: '/fcm/checkForNotifications',
  who: 'owner',
  acceptsCookie: true,
  caching: 'none',
  errors: { 403: 'The request comes from another site, or names another listener.' },
  input: z.strictObject({ userId: id }),
  output: pushPermission,
})

export const updatePushPermission = operation({
  name: 'updatePushPermission',
  summary: "Turns push notifications from artists on or off; 403 for another listener's id.",
  method: 'POST',
  path: '/fcm/update-notifications',
  who: 'owner',
  acceptsCookie: true,
  caching: 'none',
  errors: { 403: 'The request comes from another site, or names another listener.' },
  perUser: userRates.write,
  input: z.strictObject({ type: z.enum(PUSH_TYPES), userId: id, permission: z.boolean() }),
  output: pushPermission,
})
