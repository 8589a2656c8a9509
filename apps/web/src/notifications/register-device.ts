import {
  registerGuestDevice,
  toDeviceToken,
  updateDeviceToken,
  type WebPushSubscription,
} from '@refrain/contract/notifications/devices'
import { ownUserQuery } from '../account/own-user.ts'
import { isLogoutPending } from '../account/pending-logout.ts'
import { readToken, subscribeToSession } from '../account/session.ts'
import { call } from '../api/call.ts'
import { configurationQuery } from '../api/configuration-query.ts'
import { queryClient } from '../api/query-client.ts'
import { ownName } from '../prefix.ts'
import { readLocal, writeLocal } from '../ui/browser/local-storage.ts'
import { registerServiceWorker } from '../ui/browser/register-service-worker.ts'
import { readPermission } from './permission.ts'

/** Local storage key: session, day (UTC) and endpoint of the last registration. The server drops it with the session. */
const DEVICE = 'device'
const GUEST = 'guest'
/** Characters of a token that identify it without giving it away. */
const PREFIX_LENGTH = 8

/** Failures are only logged to the console. */
const NO_TOKEN = 'No registration token available. Request permission to generate one.'
const REGISTRATION_FAILED = 'Error sending token to backend'

let started = false
let starting: Promise<void> | undefined
/** The token of the last attempt, whether it succeeded or not; null for a guest. */
let triedFor: string | null | undefined

/** Registers this device for push notifications, now and whenever somebody else signs in. */
export async function startDeviceRegistration(): Promise<void> {
  if (!started) {
    started = true
    subscribeToSession(() => void registerForSession())
  }
  // Permission that is granted on a page is reported both by the page and by the browser.
  starting ??= registerDevice().finally(() => {
    starting = undefined
  })
  await starting
}

async function registerForSession(): Promise<void> {
  if ((await readToken()) !== triedFor) await registerDevice()
}

/** One tab at a time, so that the others find it done. */
async function registerDevice(): Promise<void> {
  if (readPermission() !== 'granted') return
  try {
    const worker = await readyWorker()
    await navigator.locks.request(ownName(DEVICE), () => registerWithServer(worker))
  } catch {
    console.warn(NO_TOKEN)
  }
}

/** Repeated daily, so that the server knows which devices are still in use. @throws Error without a subscription */
async function registerWithServer(worker: ServiceWorkerRegistration): Promise<void> {
  const { pushManager } = worker
  const token = await readToken()
  triedFor = token
  if (!isRegisteredFor(token)) await closeNotifications(worker)
  const old = await pushManager.getSubscription()
  if (token === null && isLogoutPending()) {
    // Until the logout is received, the server would register the device for the former listener.
    await old?.unsubscribe()
    return
  }
  if (old && readLocal(DEVICE) === registrationMark(token, old)) return
  const { pushKey } = await queryClient.ensureQueryData(configurationQuery)
  const subscription = await subscribe(pushManager, pushKey)
  try {
    const device = toDeviceToken(subscription.toJSON() as WebPushSubscription)
    if (token === null) await call(registerGuestDevice, { token: device })
    else await call(updateDeviceToken, { userId: await readId(token), token: device })
    writeLocal(DEVICE, registrationMark(token, subscription))
  } catch {
    console.error(REGISTRATION_FAILED)
    // The server may still send notifications for the former listener.
    if (!isRegisteredFor(token)) await subscription.unsubscribe()
  }
}

/** Closes notifications for the former listener. */
async function closeNotifications(worker: ServiceWorkerRegistration): Promise<void> {
  for (const notification of await worker.getNotifications()) notification.close()
}

async function readId(token: string): Promise<string> {
  const { id } = await queryClient.ensureQueryData(ownUserQuery(token))
  return id
}

const ownerMark = (token: string | null) => `${token?.slice(0, PREFIX_LENGTH) ?? GUEST} `
/** Whether the last registration was for this token. */
const isRegisteredFor = (token: string | null) => readLocal(DEVICE)?.startsWith(ownerMark(token)) === true
const registrationMark = (token: string | null, { endpoint }: PushSubscription) =>
  `${ownerMark(token)}${new Date().toISOString().slice(0, 10)} ${endpoint}`

/** The active service worker. @throws Error if the browser supports none, or ours is not active yet */
async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const own = await registerServiceWorker()
  const ready = await navigator.serviceWorker.ready
  // Below a path, that of a service at the root of the host may be ready before ours.
  if (ready.scope !== own.scope) throw new Error('The service worker is not active yet.')
  return ready
}

/**
 * The browser's push subscription for the server's key; creates one if there is none, or only for another key.
 * @param pushKey VAPID public key, base64url
 * @throws Error if the browser refuses
 */
async function subscribe(pushManager: PushManager, pushKey: string): Promise<PushSubscription> {
  if (pushKey === '') throw new Error('The server has no push key.')
  const old = await pushManager.getSubscription()
  if (old && applicationServerKey(old) === pushKey) return old
  await old?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
}

function applicationServerKey({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? [])
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
