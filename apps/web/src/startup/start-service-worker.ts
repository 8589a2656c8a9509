import { SERVICE_WORKER_PATH } from '@refrain/contract/addresses'
import { KEEP_REST } from '@refrain/contract/worker-messages'
import { onceLoaded } from '../ui/timing/on-page-load.ts'
import { onceIdle } from './prefetch-when-idle.ts'

/** Has the pages kept for the next time, once this one has all that it shows at first. */
export function keepPages(): void {
  // Browsers have it over HTTPS and on the machine itself only.
  if (!('serviceWorker' in navigator)) return
  onceLoaded(() => {
    registerWorker().catch(() => {
      // The pages work without; the next visit tries again.
    })
  })
  onceIdle(() => {
    const { serviceWorker } = navigator
    const keepRest = (worker: ServiceWorker | null) => worker?.postMessage(KEEP_REST)
    serviceWorker.ready.then(({ active }) => keepRest(active)).catch(() => {})
    // The worker of a newer build, which takes over during the visit.
    serviceWorker.addEventListener('controllerchange', () => keepRest(serviceWorker.controller))
  })
}

/** Has the browser run the program that keeps the pages, and shows what the listener is told. */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(SERVICE_WORKER_PATH, { updateViaCache: 'none' })
}
