import { openNotifications } from './open-notifications.ts'
import {
  askPermission,
  canAskWithoutGesture,
  isAsking,
  readPermission,
  watchPermission,
} from './permission.ts'
import { rememberAsked, wasAsked } from './permission-asked.ts'

/**
 * Asks once for permission to show notifications, unless that is decided: at the start, or at the first click in
 * browsers that require a gesture. Registers this device once they are allowed.
 * @param open navigates to a path
 */
export async function startNotifications(open: (path: string) => void): Promise<void> {
  openNotifications(open)
  if (readPermission() === 'default' && !(await wasAsked())) {
    if (canAskWithoutGesture()) await ask()
    else askAtFirstClick()
  }
  watchPermission(onPermissionChange)
  await registerIfAllowed()
}

async function ask(): Promise<void> {
  const answer = askPermission()
  // Before the answer, so that a reload does not ask again.
  await rememberAsked(true)
  await rememberAsked((await answer) === 'default')
}

function askAtFirstClick(): void {
  const asked = new AbortController()
  // On the window, so that the handler of a control that asks itself runs first.
  const onClick = ({ isTrusted }: Event) => {
    if (!isTrusted) return
    asked.abort()
    if (readPermission() === 'default' && !isAsking()) void ask()
  }
  addEventListener('click', onClick, { signal: asked.signal })
}

function onPermissionChange(): void {
  registerIfAllowed().catch(() => {})
}

async function registerIfAllowed(): Promise<void> {
  if (readPermission() !== 'granted') return
  const { startDeviceRegistration } = await import('./register-device.ts')
  await startDeviceRegistration()
}
