import { registerServiceWorker } from '../ui/browser/register-service-worker.ts'

/** The active service worker. @throws Error if the browser supports none */
export async function readyWorker(): Promise<ServiceWorkerRegistration> {
  await registerServiceWorker()
  return navigator.serviceWorker.ready
}

/**
 * The browser's push subscription for the server's key; creates one if there is none, or only for another key.
 * @param pushKey VAPID public key, base64url
 * @throws Error if the browser refuses
 */
export async function subscribe(pushManager: PushManager, pushKey: string): Promise<PushSubscription> {
  if (pushKey === '') throw new Error('The server has no push key.')
  const old = await pushManager.getSubscription()
  if (old && applicationServerKey(old) === pushKey) return old
  await old?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
}

function applicationServerKey({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? [])
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
