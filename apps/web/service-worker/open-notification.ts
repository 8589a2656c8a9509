import { isScreen } from './is-screen.ts'
import { pathOf, prefix } from './prefix.ts'
import { toScreenPath } from './screen-path.ts'

declare const self: ServiceWorkerGlobalScope

/** Milliseconds in which an active page replies; a frozen one does not. */
const REPLY_TIMEOUT = 1000

/** Opens the screen that a notification is about, in an open window if there is one. */
export async function openNotification(notification: Notification): Promise<void> {
  notification.close()
  const path = toScreenPath(notification.data?.url)
  const all = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const screens = all.filter(({ url }) => {
    const path = pathOf(url)
    return path !== undefined && isScreen(path)
  })
  const open = screens.find(({ focused }) => focused) ?? screens[0]
  // Browsers allow one focus or new window per click, so the window is focused only once it has navigated.
  if (open && (await navigate(open, path))) await open.focus().catch(() => {})
  else await self.clients.openWindow(prefix + path)
}

/** Reloads the window only if the page does not navigate by itself, because that stops playback. */
async function navigate(client: WindowClient, path: string): Promise<boolean> {
  if (await askToNavigate(client, path)) return true
  return client.navigate(prefix + path).then(
    () => true,
    () => false,
  )
}

/** Whether the page confirms that it navigates. */
function askToNavigate(client: WindowClient, path: string): Promise<boolean> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), REPLY_TIMEOUT)
    client.postMessage({ open: path }, [port2])
  })
}
