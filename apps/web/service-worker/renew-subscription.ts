import { getCookie } from '@refrain/contract/account/cookies'
import {
  registerGuestDevice,
  toDeviceToken,
  updateDeviceToken,
  type WebPushSubscription,
} from '@refrain/contract/notifications/devices'
import { fillPath, type InputOf, type Operation, type OutputOf } from '@refrain/contract/operation'
import { findBackend } from './find-backend.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * Tells the service of the subscription that takes the place of one that has ended, while no page may be open.
 * Where that fails the next page does it.
 */
export async function renewSubscription(event: PushSubscriptionChangeEvent): Promise<void> {
  const subscription = event.newSubscription ?? (await subscribeAgain(event.oldSubscription))
  if (!subscription) return
  const token = toDeviceToken(subscription.toJSON() as WebPushSubscription)
  // The cookies say who is signed in; local storage is not for workers.
  const { value: userId } = await ask(getCookie, { name: 'userId' })
  if (userId) await ask(updateDeviceToken, { userId, token })
  else await ask(registerGuestDevice, { token })
}

async function subscribeAgain(old: PushSubscription | null): Promise<PushSubscription | undefined> {
  return old ? self.registration.pushManager.subscribe(old.options) : undefined
}

async function ask<Op extends Operation>(operation: Op, input: InputOf<Op>): Promise<OutputOf<Op>> {
  const { method, path } = operation
  const post = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }
  const answer = await fetch((await findBackend()) + fillPath(path, input), {
    method,
    // Beyond the pages' own origin cookies go along only where that is asked for.
    credentials: 'include',
    ...(method === 'POST' && post),
  })
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`)
  return (await answer.json()) as OutputOf<Op>
}
