/** What the listener allows this browser; `none` where it shows no notifications, as over plain HTTP. */
export type BrowserPermission = NotificationPermission | 'none'

const watching = new Set<() => void>()
const tell = () => {
  for (const changed of watching) changed()
}
let followed = false
let questions = 0

export function readPermission(): BrowserPermission {
  return isSecureContext && 'Notification' in window ? Notification.permission : 'none'
}

/**
 * Whether a page may ask at any time. Only Chromium allows that, and only Chromium has `userAgentData`. Firefox and
 * Safari report an error unless a user gesture is being handled.
 */
export const canAskWithoutGesture = () => 'userAgentData' in navigator

/** Whether the browser has been asked and has not answered yet. */
export const isAsking = () => questions > 0

/**
 * Asks the listener (NOT-01). Where `canAskWithoutGesture` is false, call it synchronously in the handler of a user
 * gesture. A browser may refuse or leave it open: nothing is said of it (READ-69).
 */
export async function askPermission(): Promise<BrowserPermission> {
  questions++
  await Notification.requestPermission().catch(() => {})
  questions--
  tell()
  return readPermission()
}

/** Has `changed` called when another answer holds, here or in the browser's own settings. Answers what calls it off. */
export function watchPermission(changed: () => void): () => void {
  watching.add(changed)
  if (!followed) {
    followed = true
    navigator.permissions?.query({ name: 'notifications' }).then(
      status => status.addEventListener('change', tell),
      () => {},
    )
  }
  return () => watching.delete(changed)
}
