import { sendEmail, sendNotification } from '@refrain/contract/notifications/messages'
import {
  fetchMailPermission,
  fetchPushPermission,
  updateMailPermission,
  updatePushPermission,
} from '@refrain/contract/notifications/permissions'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { write } from '../database/retry.ts'
import { bind, bindRoute } from '../http/bind.ts'
import { withDeadline } from '../http/limits/deadline.ts'
import type { Actor } from '../http/requests/actor.ts'
import { readIdempotencyKey } from '../http/requests/idempotency-key.ts'
import { sendUncached } from '../http/responses/send-json.ts'
import type { LiveUpdates } from '../live-updates/live-updates.ts'
import { sendEmailAnnouncement, sendPushAnnouncement } from './announcements/send-announcement.ts'
import { type DeviceParts, registerDevices } from './devices/device-routes.ts'
import { requireSelf } from './require-self.ts'
import { type Permissions, readPermissions, setPermission } from './settings/permission-store.ts'

/** Notification permissions, devices and announcements. */
export function registerNotifications(
  app: FastifyInstance,
  parts: DeviceParts & { readonly liveUpdates: LiveUpdates },
): void {
  const { db, liveUpdates } = parts
  registerDevices(app, parts)

  async function allow(actor: Actor, type: keyof Permissions, permission: boolean): Promise<void> {
    await write(db, tx => setPermission(tx, actor.userId, type, permission))
    liveUpdates.publish(actor, 'notifications')
  }

  bind(app, fetchMailPermission, async ({ userId }, actor) => {
    requireSelf(userId, actor)
    const { aboutArtistsAndMusic } = await readPermissions(db, userId)
    return { aboutArtistsAndMusic }
  })
  bind(app, updateMailPermission, async ({ userId, type, permission }, actor) => {
    requireSelf(userId, actor)
    await allow(actor, type, permission)
    return { aboutArtistsAndMusic: permission }
  })
  bind(app, fetchPushPermission, async ({ userId }, actor) => {
    requireSelf(userId, actor)
    const { fromArtists } = await readPermissions(db, userId)
    return { fromArtists }
  })
  bind(app, updatePushPermission, async ({ userId, type, permission }, actor) => {
    requireSelf(userId, actor)
    await allow(actor, type, permission)
    return { fromArtists: permission }
  })

  bindRoute(app, sendNotification, async (input, request, reply, sender) => {
    const key = readIdempotencyKey(request)
    return answerSent(request, reply, await withDeadline(sendPushAnnouncement(db, sender, input, key)))
  })
  bindRoute(app, sendEmail, async (input, request, reply, sender) => {
    const key = readIdempotencyKey(request)
    return answerSent(request, reply, await withDeadline(sendEmailAnnouncement(db, sender, input, key)))
  })
}

/** 202: queued; delivery may still fail. */
function answerSent(request: FastifyRequest, reply: FastifyReply, sent: boolean) {
  return sendUncached(request, reply, JSON.stringify({ success: true, sent }), [], sent ? 202 : 200)
}
