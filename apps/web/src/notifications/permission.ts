/** What the listener allows this browser; `none` where it shows no notifications, as over plain HTTP. */
export type BrowserPermission = NotificationPermission | 'none'

const watching = new Set<() => void>()
const tell = () => {
  for (const changed of watching) changed()
}
let followed = false

export function readPermission(): BrowserPermission {
  return isSecureContext && 'Notification' in window ? Notification.permission : 'none'
}

/**
 * Asks the listener (NOT-01). A browser that wants a press first may refuse or leave it open: nothing is said of it
 * (READ-69).
 */
export async function askPermission(): Promise<BrowserPermission> {
  await Notification.requestPermission().catch(() => {})
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
