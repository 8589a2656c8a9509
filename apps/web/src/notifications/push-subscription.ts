import { registerServiceWorker } from '../ui/browser/register-service-worker.ts'

/** The program that takes pushes and shows them, once it can. @throws Error where the browser runs none */
export async function readyWorker(): Promise<ServiceWorkerRegistration> {
  await registerServiceWorker()
  return navigator.serviceWorker.ready
}

/**
 * The browser's subscription to what the service with that key sends; a new one where there was none, or one of
 * another key.
 * @param pushKey in base64url
 * @throws Error where the browser gives none
 */
export async function subscribe(pushManager: PushManager, pushKey: string): Promise<PushSubscription> {
  if (pushKey === '') throw new Error('The service sends no pushes.')
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
