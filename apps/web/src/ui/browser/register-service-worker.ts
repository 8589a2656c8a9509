import { SERVICE_WORKER_PATH } from '@refrain/contract/service-paths'

/** Registers the service worker, which caches the pages and shows notifications. */
export function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(SERVICE_WORKER_PATH, { updateViaCache: 'none' })
}
