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
import { readLocal, writeLocal } from '../ui/browser/local-storage.ts'
import { readPermission } from './permission.ts'
import { readyWorker, subscribe } from './push-subscription.ts'

/**
 * Local storage key: by which session this device was registered, on which day (UTC) and by which address; the service
 * forgets it with the session.
 */
const DEVICE = 'device'
const GUEST = 'guest'
/** Characters of a token that tell it from others and say nothing of the rest. */
const BEGINNING = 8

/** What is wrong is said on the console only, in these words (NOT-07, NOT-08, ERR-12, ERR-13). */
const NO_TOKEN = 'No registration token available. Request permission to generate one.'
const REGISTRATION_FAILED = 'Error sending token to backend'

let started = false
let starting: Promise<void> | undefined
/** The token of whom the service was told last, or null for a guest, whether it went well or not. */
let triedFor: string | null | undefined

/** Tells the service whose this device is, now and whenever somebody else is signed in (NOT-02, READ-70). */
export async function startDeviceRegistration(): Promise<void> {
  if (!started) {
    started = true
    subscribeToSession(() => void registerForSession())
  }
  // Who allows it in the pages is heard of from there and from the browser.
  starting ??= registerDevice().finally(() => {
    starting = undefined
  })
  await starting
}

async function registerForSession(): Promise<void> {
  if ((await readToken()) !== triedFor) await registerDevice()
}

/** One tab at a time: what one has told the others need not. */
async function registerDevice(): Promise<void> {
  if (readPermission() !== 'granted') return
  try {
    const worker = await readyWorker()
    await navigator.locks.request(DEVICE, () => registerWithServer(worker))
  } catch {
    console.warn(NO_TOKEN)
  }
}

/** Once a day at least, so that the service knows which devices are still there. @throws Error without a subscription */
async function registerWithServer(worker: ServiceWorkerRegistration): Promise<void> {
  const { pushManager } = worker
  const token = await readToken()
  triedFor = token
  if (!isRegisteredFor(token)) await closeNotifications(worker)
  const old = await pushManager.getSubscription()
  if (token === null && isLogoutPending()) {
    // The service may take the caller for who has left: it cannot be told of a guest yet.
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
    // It may still be told what is for whoever was here before.
    if (!isRegisteredFor(token)) await subscription.unsubscribe()
  }
}

/** What is on the screen was told to whoever was here before. */
async function closeNotifications(worker: ServiceWorkerRegistration): Promise<void> {
  for (const notice of await worker.getNotifications()) notice.close()
}

async function readId(token: string): Promise<string> {
  const { _id } = await queryClient.ensureQueryData(ownUserQuery(token))
  return _id
}

const ownerMark = (token: string | null) => `${token?.slice(0, BEGINNING) ?? GUEST} `
/** Whether the service was told last that this device is theirs. */
const isRegisteredFor = (token: string | null) => readLocal(DEVICE)?.startsWith(ownerMark(token)) === true
const registrationMark = (token: string | null, { endpoint }: PushSubscription) =>
  `${ownerMark(token)}${new Date().toISOString().slice(0, 10)} ${endpoint}`
