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
 * Asks once for permission to show notifications, as long as that is undecided (NOT-01, READ-69): at the start, or at
 * the first click in browsers that require a gesture. Registers this device once they are allowed, also when that
 * happens later in the browser's settings (NOT-02).
 * @param open shows a path of the pages
 */
export async function startNotifications(open: (path: string) => void): Promise<void> {
  openNotifications(open)
  if (readPermission() === 'default' && !(await wasAsked())) {
    if (canAskWithoutGesture()) await ask()
    else askAtFirstClick()
  }
  watchPermission(followPermission)
  await tellDevice()
}

async function ask(): Promise<void> {
  const answer = askPermission()
  // Before the answer: whoever loads the page again meanwhile is not asked again.
  await rememberAsked(true)
  await rememberAsked((await answer) === 'default')
}

function askAtFirstClick(): void {
  const asked = new AbortController()
  // On the window, after the page's own handlers: the click may be on a control that asks by itself.
  const onClick = ({ isTrusted }: Event) => {
    if (!isTrusted) return
    asked.abort()
    if (readPermission() === 'default' && !isAsking()) void ask()
  }
  addEventListener('click', onClick, { signal: asked.signal })
}

/** Nobody waits for it: what goes wrong it says on the console itself. */
function followPermission(): void {
  tellDevice().catch(() => {})
}

async function tellDevice(): Promise<void> {
  if (readPermission() !== 'granted') return
  const { startDeviceRegistration } = await import('./register-device.ts')
  await startDeviceRegistration()
}
