import { CACHE_REMAINING_FILES } from '@refrain/contract/service-worker-messages'
import { cacheBuild, cacheRest, deleteOldBuilds, readAsset, readShell, refreshShell } from './build-cache.ts'
import { isScreen } from './is-screen.ts'
import { openNotification } from './open-notification.ts'
import { pathOf, prefix } from './prefix.ts'
import { renewSubscription } from './renew-subscription.ts'
import { showPush } from './show-push.ts'

declare const self: ServiceWorkerGlobalScope

/** Handles navigations and fingerprinted files only; calls, audio and pictures go to the network. */
self.addEventListener('fetch', event => {
  const { request } = event
  const path = pathOf(request.url)
  if (request.method !== 'GET' || path === undefined) return
  if (request.mode === 'navigate') {
    if (isScreen(path)) event.respondWith(openPage(event))
  } else if (path.startsWith('/assets/')) event.respondWith(readAsset(request))
})

self.addEventListener('install', event => {
  event.waitUntil(Promise.all([cacheBuild(), routeRestToNetwork(event)]))
  // Open pages still find the files of their own build in its cache.
  void self.skipWaiting()
})

self.addEventListener('activate', event => {
  event.waitUntil(deleteOldBuilds().then(() => self.clients.claim()))
})

self.addEventListener('message', event => {
  if (event.data === CACHE_REMAINING_FILES) event.waitUntil(cacheRest())
})

self.addEventListener('push', event => event.waitUntil(showPush(event.data)))
self.addEventListener('notificationclick', event => event.waitUntil(openNotification(event.notification)))
self.addEventListener('pushsubscriptionchange', event => event.waitUntil(renewSubscription(event)))

/** Answers with the cached shell page and refreshes it in the background. */
async function openPage(event: FetchEvent): Promise<Response> {
  const shell = await readShell()
  if (!shell) return fetch(event.request)
  event.waitUntil(refreshShell().catch(() => {}))
  return shell
}

/** Where the browser supports static routes, other requests do not even start this worker. */
async function routeRestToNetwork(event: ExtendableEvent): Promise<void> {
  const handled = { or: [{ requestMode: 'navigate' }, { urlPattern: `${prefix}/assets/*` }] }
  const { addRoutes } = event as { addRoutes?: (rules: object) => Promise<void> }
  await addRoutes?.call(event, { condition: { not: handled }, source: 'network' }).catch(() => {})
}
