/**
 * Follows what the service worker asks for when a notification is pressed, without loading the page anew: what plays
 * goes on.
 */
export function openNotifications(open: (path: string) => void): void {
  navigator.serviceWorker?.addEventListener('message', ({ data, ports }: MessageEvent) => {
    if (typeof data?.open !== 'string') return
    ports[0]?.postMessage(true)
    open(data.open)
  })
}
