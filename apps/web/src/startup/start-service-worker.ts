import { CACHE_REMAINING_FILES } from '@refrain/contract/service-worker-messages'
import { registerServiceWorker } from '../ui/browser/register-service-worker.ts'
import { onPageLoad } from '../ui/timing/on-page-load.ts'
import { prefetchWhenIdle } from './prefetch-when-idle.ts'

let isStarted = false

/** Has the service worker cache the pages for the next visit, after everything this page shows at first has loaded. */
export function startServiceWorker(): void {
  if (isStarted) return
  isStarted = true
  // Only secure contexts have service workers: HTTPS and localhost.
  if (!('serviceWorker' in navigator)) return
  onPageLoad(() => {
    registerServiceWorker().catch(() => {
      // The pages work without it; the next visit tries again.
    })
  })
  prefetchWhenIdle(() => {
    const { serviceWorker } = navigator
    const cacheRest = (worker: ServiceWorker | null) => worker?.postMessage(CACHE_REMAINING_FILES)
    serviceWorker.ready.then(({ active }) => cacheRest(active)).catch(() => {})
    // The worker of a newer build may take over during the visit.
    serviceWorker.addEventListener('controllerchange', () => cacheRest(serviceWorker.controller))
  })
}
