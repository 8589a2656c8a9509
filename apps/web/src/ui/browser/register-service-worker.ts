import { SERVICE_WORKER_PATH } from '@refrain/contract/service-paths'
import { prefix } from '../../prefix.ts'
import { scriptUrl } from './trusted-types.ts'

/** Registers the service worker, which caches the pages and shows notifications. */
export function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(scriptUrl(prefix + SERVICE_WORKER_PATH), { updateViaCache: 'none' })
}
