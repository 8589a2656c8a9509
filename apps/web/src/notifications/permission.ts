/** `none`: this browser cannot show notifications, for example over plain HTTP. */
export type BrowserPermission = NotificationPermission | 'none'

const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const changed of listeners) changed()
}
let isSubscribed = false
let openQuestions = 0

export function readPermission(): BrowserPermission {
  return isSecureContext && 'Notification' in window ? Notification.permission : 'none'
}

/**
 * Whether a page may ask without a user gesture. Only Chromium allows that, and only Chromium has `userAgentData`;
 * Firefox and Safari report an error.
 */
export const canAskWithoutGesture = () => 'userAgentData' in navigator

/** Whether a question is open. */
export const isAsking = () => openQuestions > 0

/**
 * Asks the listener. If `canAskWithoutGesture` is false, call it synchronously in the handler of a user gesture. No
 * message is shown if the listener denies or dismisses the question.
 */
export async function askPermission(): Promise<BrowserPermission> {
  openQuestions++
  await Notification.requestPermission().catch(() => {})
  openQuestions--
  notifyListeners()
  return readPermission()
}

/** Calls `changed` when the permission changes, on a page or in the browser's settings. @returns unsubscribes */
export function watchPermission(changed: () => void): () => void {
  listeners.add(changed)
  if (!isSubscribed) {
    isSubscribed = true
    navigator.permissions?.query({ name: 'notifications' }).then(
      status => status.addEventListener('change', notifyListeners),
      () => {},
    )
  }
  return () => listeners.delete(changed)
}
