import { getCookie } from '@refrain/contract/account/cookies'
import {
  registerGuestDevice,
  toDeviceToken,
  updateDeviceToken,
  type WebPushSubscription,
} from '@refrain/contract/notifications/devices'
import type { InputOf, Operation, OutputOf } from '@refrain/contract/operation'
import { requestFor } from '@refrain/contract/request'
import { BACKEND_META } from '@refrain/contract/service-paths'
import { fromWire } from '@refrain/contract/wire-names'
import { readShell } from './build-cache.ts'
import { prefix } from './prefix.ts'

const META = new RegExp(`<meta name="${BACKEND_META}" content="([^"]*)">`)

declare const self: ServiceWorkerGlobalScope

/** Registers the subscription that replaces an expired one. If this fails, the next page that is opened does it. */
export async function renewSubscription(event: PushSubscriptionChangeEvent): Promise<void> {
  const subscription = event.newSubscription ?? (await subscribeAgain(event.oldSubscription))
  if (!subscription) return
  const token = toDeviceToken(subscription.toJSON() as WebPushSubscription)
  // Workers cannot read local storage, so the session cookies tell who is signed in.
  const { value: userId } = await call(getCookie, { name: 'userId' })
  if (userId) await call(updateDeviceToken, { userId, token })
  else await call(registerGuestDevice, { token })
}

async function subscribeAgain(old: PushSubscription | null): Promise<PushSubscription | undefined> {
  return old ? self.registration.pushManager.subscribe(old.options) : undefined
}

async function call<Op extends Operation>(operation: Op, input: InputOf<Op>): Promise<OutputOf<Op>> {
  const { url, ...init } = requestFor(operation, input)
  // The backend may be on another origin.
  const answer = await fetch((await findBackend()) + url, { ...init, credentials: 'include' })
  if (!answer.ok) throw new Error(`${operation.path} answers ${answer.status}`)
  return fromWire(await answer.json(), operation.outputNames) as OutputOf<Op>
}

/**
 * The backend's origin as the cached shell page names it; the prefix of all paths if it is the origin of the pages.
 * @throws if the browser has evicted the shell page
 */
async function findBackend(): Promise<string> {
  const shell = await readShell()
  if (!shell) throw new Error('The shell page is not cached.')
  const [, origin = prefix] = META.exec(await shell.text()) ?? []
  return origin
}
