/** Opens the page of a pressed notification without reloading, so that playback goes on. The service worker asks for it. */
export function openNotifications(open: (path: string) => void): void {
  navigator.serviceWorker?.addEventListener('message', ({ data, ports }: MessageEvent) => {
    if (typeof data?.open !== 'string') return
    ports[0]?.postMessage(true)
    open(data.open)
  })
}
