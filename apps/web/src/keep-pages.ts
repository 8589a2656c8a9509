import { SERVICE_WORKER_PATH } from '@refrain/contract/addresses'

/** Has the pages kept for the next time, once this one has all that it shows at first. */
export function keepPages(): void {
  // Browsers have it over HTTPS and on the machine itself only.
  if (!('serviceWorker' in navigator)) return
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}

function register(): void {
  navigator.serviceWorker.register(SERVICE_WORKER_PATH, { updateViaCache: 'none' }).catch(() => {
    // The pages work without; the next visit tries again.
  })
}
