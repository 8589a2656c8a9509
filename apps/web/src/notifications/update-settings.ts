import { updateMailPermission, updatePushPermission } from '@refrain/contract/notifications/permissions'
import { readToken } from '../account/session.ts'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'
import { setAtOnce } from '../library/set-at-once.ts'
import { mailQuery, pushQuery } from './notification-queries.ts'
import { askPermission, readPermission } from './permission.ts'

/** Switches push notifications from artists on or off, at once; back without a word where that fails (PROP-30). */
export async function setPush(userId: string, wanted: boolean): Promise<void> {
  // First of all: browsers let a page ask only while a press is fresh.
  if (wanted) void allowInThisBrowser()
  const { queryKey } = pushQuery(await readToken(), userId)
  await setSwitch(queryKey, wanted, async permission => {
    await call(updatePushPermission, { userId, type: 'fromArtists', permission })
  })
}

/** The same for mail about artists and music. */
export async function setMail(userId: string, wanted: boolean): Promise<void> {
  const { queryKey } = mailQuery(await readToken(), userId)
  await setSwitch(queryKey, wanted, async permission => {
    await call(updateMailPermission, { userId, type: 'aboutArtistsAndMusic', permission })
  })
}

/** Asks whether this browser may show notifications, where that is undecided, and has it told of them (NOT-02). */
export async function allowInThisBrowser(): Promise<void> {
  if (readPermission() !== 'default' || (await askPermission()) !== 'granted') return
  // Nobody waits for it: it takes its time, and says on the console what goes wrong.
  import('./register-device.ts')
    .then(({ startDeviceRegistration }) => startDeviceRegistration())
    .catch(() => {})
}

type Key = ReturnType<typeof pushQuery>['queryKey']

async function setSwitch(
  queryKey: Key,
  wanted: boolean,
  tell: (on: boolean) => Promise<void>,
): Promise<void> {
  // Where it could not be found out it is shown off, and goes back to that.
  if (queryClient.getQueryData(queryKey) === undefined) queryClient.setQueryData(queryKey, !wanted)
  const show = (on: boolean) => void queryClient.setQueryData(queryKey, on)
  await setAtOnce({ queryKey, id: 'switch', show, tell, renews: [] }, wanted)
}
