import {
  registerGuestDevice,
  toDeviceToken,
  updateDeviceToken,
  type WebPushSubscription,
} from '@refrain/contract/notifications'
import { isAnyLeft } from '../account/left-token.ts'
import { ownUserQuery } from '../account/own-user.ts'
import { readToken, watchSession } from '../account/session.ts'
import { call } from '../api/call.ts'
import { configurationQuery } from '../api/configuration-query.ts'
import { queryClient } from '../api/query-client.ts'
import { keepLocally, readLocally } from '../ui/local-storage.ts'
import { readPermission } from './permission.ts'
import { findPushManager, subscribe } from './subscribe.ts'

/** Local storage key: whose this device is, since which day (UTC) and by which address, as the service was told. */
const DEVICE = 'device'
const GUEST = 'guest'

/** What is wrong is said on the console only, in these words (NOT-07, NOT-08, ERR-12, ERR-13). */
const NO_TOKEN = 'No registration token available. Request permission to generate one.'
const NOT_TOLD = 'Error sending token to backend'

let started = false
/** The token of whom the service was told last, or null for a guest, whether it went well or not. */
let triedFor: string | null | undefined

/** Tells the service whose this device is, now and whenever somebody else is signed in (NOT-02, READ-70). */
export async function startDevice(): Promise<void> {
  if (!started) {
    started = true
    watchSession(() => void followSession())
  }
  await keepDevice()
}

async function followSession(): Promise<void> {
  if ((await readToken()) !== triedFor) await keepDevice()
}

/** One tab at a time: what one has told the others need not. */
async function keepDevice(): Promise<void> {
  if (readPermission() !== 'granted') return
  try {
    const pushManager = await findPushManager()
    await navigator.locks.request(DEVICE, () => tellWhose(pushManager))
  } catch {
    console.warn(NO_TOKEN)
  }
}

/** Once a day at least, so that the service knows which devices are still there. @throws Error without a subscription */
async function tellWhose(pushManager: PushManager): Promise<void> {
  const token = await readToken()
  const userId = await readId(token)
  if (userId === undefined) return
  triedFor = token
  const old = await pushManager.getSubscription()
  if (userId === null && isAnyLeft()) {
    // The service may take the caller for who has left: it cannot be told of a guest yet.
    await old?.unsubscribe()
    return
  }
  if (old && readLocally(DEVICE) === mark(userId, old)) return
  const { pushKey } = await queryClient.ensureQueryData(configurationQuery)
  const subscription = await subscribe(pushManager, pushKey)
  try {
    const device = toDeviceToken(subscription.toJSON() as WebPushSubscription)
    if (userId === null) await call(registerGuestDevice, { token: device })
    else await call(updateDeviceToken, { userId, token: device })
    keepLocally(DEVICE, mark(userId, subscription))
  } catch {
    console.error(NOT_TOLD)
    // It may still be told what is for whoever was here before.
    if (!readLocally(DEVICE)?.startsWith(ownerMark(userId))) await subscription.unsubscribe()
  }
}

/** The id of who has that token, null for a guest; undefined where that cannot be found out now. */
async function readId(token: string | null): Promise<string | null | undefined> {
  if (token === null) return null
  return queryClient.ensureQueryData(ownUserQuery(token)).then(
    user => user._id,
    () => undefined,
  )
}

const ownerMark = (userId: string | null) => `${userId ?? GUEST} `
const mark = (userId: string | null, { endpoint }: PushSubscription) =>
  `${ownerMark(userId)}${new Date().toISOString().slice(0, 10)} ${endpoint}`
