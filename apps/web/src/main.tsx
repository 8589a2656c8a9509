import { loadLanguage } from '@refrain/messages/languages'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { captureGoogleResponse } from './account/google/google-response.ts'
import { restoreSession } from './account/session.ts'
import { watchNetwork } from './api/connection.ts'
import { queryClient } from './api/query-client.ts'
import { player, prepareSound } from './listening/engine/player.ts'
import { loadPersistence, startPersistence } from './listening/resume/start-persistence.ts'
import { oncePermitted } from './notifications/once-permitted.ts'
import { prefix } from './prefix.ts'
import { pages, routes } from './routes.tsx'
import { cacheAlbumRecords, readAlbumRecords } from './startup/album-records.ts'
import { hasStoredData } from './startup/has-stored-data.ts'
import { cacheHomeLists, readHomeLists } from './startup/home-lists.ts'
import { mountPages } from './startup/mount-pages.ts'
import { nextScreens } from './startup/next-screens.ts'
import { prefetchWhenIdle } from './startup/prefetch-when-idle.ts'
import { leaveLayersFirst } from './ui/layers/leave-layers-first.ts'
import { setReloadHandler } from './ui/loading/new-build.ts'
import { onFirstInput } from './ui/timing/first-input.ts'
import { onPageLoad } from './ui/timing/on-page-load.ts'
import { whenIdle } from './ui/timing/when-idle.ts'

captureGoogleResponse()
watchNetwork()

/** Texts of another language than English must be there before the first screen. */
const translated = loadLanguage(document.documentElement.lang)

// Each in its own task, so that the server-rendered page stays responsive in between.
setTimeout(restoreSession)
setTimeout(cacheRecords)
setTimeout(() => (translated ? void translated.then(start, start) : start()))
setTimeout(restorePlayer)

/** The document may hold what its page shows. */
function cacheRecords(): void {
  const lists = readHomeLists()
  if (lists) cacheHomeLists(queryClient, lists)
  const records = readAlbumRecords()
  if (records) cacheAlbumRecords(queryClient, records)
}

function start(): void {
  // React Router gives the first entry of every visit the same key, but scroll positions are restored by key.
  if (!history.state?.key) history.replaceState({ ...history.state, key: `${Date.now()}` }, '')
  const router = createBrowserRouter(routes, { basename: `${prefix}/` })
  leaveLayersFirst(router)
  setReloadHandler(() => {
    const { navigation, location: here } = router.state
    location.assign(router.createHref(navigation.location ?? here))
  })
  mountPages(
    document.getElementById('root')!,
    router,
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        {/* Concurrent rendering would repaint the old page between the slices of the new one. */}
        <RouterProvider router={router} useTransitions={false} />
      </QueryClientProvider>
    </StrictMode>,
  )
  followNotifications(path => void router.navigate(path))
  // After the first screen.
  onPageLoad(() => whenIdle(() => follow(router), 2000))
}

/** Shows what a running import adds, and changes to new builds. */
function follow(router: ReturnType<typeof createBrowserRouter>): void {
  import('./startup/follow-service.ts').then(({ followService }) => followService(router)).catch(() => {})
}

/** @param open navigates to a path */
function followNotifications(open: (path: string) => void): void {
  const permission = window.Notification?.permission
  if (!permission) return
  const start = () => {
    import('./notifications/start-notifications.ts')
      .then(({ startNotifications }) => startNotifications(open))
      .catch(() => {})
  }
  // A denied permission can still be granted in the browser's settings.
  if (permission === 'denied') oncePermitted(start)
  else onPageLoad(() => whenIdle(start, 5000))
}

function restorePlayer(): void {
  const keeping = startPersistence(player)
  // Returning visitors get the player's code and its last state once the screen is shown.
  onPageLoad(() => {
    if (!hasStoredData()) return
    whenIdle(() => {
      prepareSound()
      keeping.takeUp()
    }, 5000)
  })
}

/** The first input may be the beginning of a press on a play button. */
const FIRST_PRESS_MS = 200
onFirstInput(prefetchPages)

/** Prefetches the player, then the code of all pages. */
function prefetchPages(): void {
  prepareSound()
  setTimeout(() => whenNotStarting(prefetchCode), FIRST_PRESS_MS)
}

/** Runs `task` unless a track is about to start, else as soon as it has: on a slow line they would share the bandwidth. */
function whenNotStarting(task: () => void): void {
  const isStarting = () => player.getState().status === 'loading'
  if (!isStarting()) {
    task()
    return
  }
  const unsubscribe = player.subscribe(() => {
    if (isStarting()) return
    unsubscribe()
    task()
  })
}

function prefetchCode(): void {
  loadPersistence().catch(() => {})
  for (const name of nextScreens) pages[name]().catch(() => {})
  prefetchWhenIdle(async () => {
    // One after the other, so that a page opened meanwhile does not have to wait.
    for (const load of Object.values(pages)) await load().catch(() => {})
  })
  prepareForOffline()
}

/** How long a page is left alone before it is prepared for a network that goes away, in milliseconds. */
const QUIET_MS = 5_000
onPageLoad(() => setTimeout(() => prefetchWhenIdle(prepareForOffline), QUIET_MS))

/** What a page without network says or must answer, and the pages themselves for the next visit. */
function prepareForOffline(): void {
  import('./shell/top-bar/connection-sign.tsx').catch(() => {})
  import('./pages/error-message.tsx').catch(() => {})
  import('./listening/announcements/refusal-notice.tsx').catch(() => {})
  import('./library/playlist-deletion/deletion-undo.tsx').catch(() => {})
  import('./listening/announcements/playback-notice.tsx').catch(() => {})
  if (import.meta.env.PROD)
    import('./startup/start-service-worker.ts')
      .then(({ startServiceWorker }) => startServiceWorker())
      .catch(() => {})
}
