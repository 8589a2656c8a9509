import { isScreen } from './is-screen.ts'
import { toScreenPath } from './screen-path.ts'

declare const self: ServiceWorkerGlobalScope

/** A page that is there answers at once; one that was put to sleep does not. */
const PATIENCE_MS = 1000

/** Leads to what a notification is about: in a window that is open, or else in a new one. */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close()
  const path = toScreenPath(notification.data?.url)
  const all = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const screens = all.filter(({ url }) => isScreen(new URL(url).pathname))
  const open = screens.find(({ focused }) => focused) ?? screens[0]
  // Browsers allow one window to be brought forward for each click: only then is it decided which.
  if (open && (await lead(open, path))) await open.focus().catch(() => {})
  else await self.clients.openWindow(path)
}

/** Loaded anew only where the page cannot go there itself: what plays there would stop. */
async function lead(open: WindowClient, path: string): Promise<boolean> {
  if (await ask(open, path)) return true
  return open.navigate(path).then(
    () => true,
    () => false,
  )
}

/** Whether the page says that it goes there. */
function ask(open: WindowClient, path: string): Promise<boolean> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), PATIENCE_MS)
    open.postMessage({ open: path }, [port2])
  })
}
