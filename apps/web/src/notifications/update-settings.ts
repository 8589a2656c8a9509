import { updateMailPermission, updatePushPermission } from '@refrain/contract/notifications/permissions'
import { readToken } from '../account/session.ts'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'
import { setToggle } from '../api/set-toggle.ts'
import { emailSettingQuery, pushSettingQuery } from './notification-queries.ts'
import { askPermission, readPermission } from './permission.ts'

/** Switches push notifications from artists on or off: shown at once, and back with one line if the call fails. */
export async function setPushSetting(userId: string, wanted: boolean): Promise<void> {
  // First: browsers allow the question only during a user gesture.
  if (wanted) void allowInThisBrowser()
  const { queryKey } = pushSettingQuery(await readToken(), userId)
  await setSwitch(queryKey, wanted, async permission => {
    await call(updatePushPermission, { userId, type: 'fromArtists', permission })
  })
}

/** The same for email about artists and music. */
export async function setEmailSetting(userId: string, wanted: boolean): Promise<void> {
  const { queryKey } = emailSettingQuery(await readToken(), userId)
  await setSwitch(queryKey, wanted, async permission => {
    await call(updateMailPermission, { userId, type: 'aboutArtistsAndMusic', permission })
  })
}

/** Asks for permission to show notifications if that is undecided, and registers this device if it is granted. */
export async function allowInThisBrowser(): Promise<void> {
  if (readPermission() !== 'default' || (await askPermission()) !== 'granted') return
  // Not awaited: it takes a while, and logs its own errors.
  import('./register-device.ts')
    .then(({ startDeviceRegistration }) => startDeviceRegistration())
    .catch(() => {})
}

type Key = ReturnType<typeof pushSettingQuery>['queryKey']

async function setSwitch(
  queryKey: Key,
  wanted: boolean,
  send: (on: boolean) => Promise<void>,
): Promise<void> {
  // A setting that could not be read is shown as off.
  if (queryClient.getQueryData(queryKey) === undefined) queryClient.setQueryData(queryKey, !wanted)
  const show = (on: boolean) => void queryClient.setQueryData(queryKey, on)
  await setToggle({ queryKey, id: 'switch', show, send, refetch: [] }, wanted)
}
