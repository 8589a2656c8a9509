import { ownName } from '../prefix.ts'
import {
  askPermission,
  canAskWithoutGesture,
  isAsking,
  readPermission,
  watchPermission,
} from './permission.ts'

/**
 * Name of an empty cache that exists while the listener has been asked and has not answered. Not in local storage,
 * which a logout clears: the question would come again.
 */
const ASKED_CACHE = ownName('asked to notify')

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

/** Opens the page of a pressed notification without reloading, so that playback goes on. The service worker asks for it. */
function openNotifications(open: (path: string) => void): void {
  navigator.serviceWorker?.addEventListener('message', ({ data, ports }: MessageEvent) => {
    if (typeof data?.open !== 'string') return
    ports[0]?.postMessage(true)
    open(data.open)
  })
}

/** Also false if the browser blocks storage. */
function wasAsked(): Promise<boolean> {
  return caches.has(ASKED_CACHE).catch(() => false)
}

async function rememberAsked(asked: boolean): Promise<void> {
  await (asked ? caches.open(ASKED_CACHE) : caches.delete(ASKED_CACHE)).catch(() => {})
}
