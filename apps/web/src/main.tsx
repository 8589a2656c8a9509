import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { captureGoogleAnswer } from './account/google/google-answer.ts'
import { restoreSession } from './account/session.ts'
import { queryClient } from './api/query-client.ts'
import { player, prepareSound } from './listening/player.ts'
import { prepareKeeping, startKeeping } from './listening/start-keeping.ts'
import { oncePermitted } from './notifications/once-permitted.ts'
import { pages, routes } from './routes.tsx'
import { hasStoredData } from './startup/has-stored-data.ts'
import { cacheHomeLists, readHomeLists } from './startup/home-lists.ts'
import { mountPages } from './startup/mount-pages.ts'
import { nextScreens } from './startup/next-screens.ts'
import { prefetchWhenIdle } from './startup/prefetch-when-idle.ts'
import { setReloadHandler } from './ui/loading/new-build.ts'
import { onPageLoad } from './ui/timing/on-page-load.ts'
import { whenIdle } from './ui/timing/when-idle.ts'

captureGoogleAnswer()

// Each in a task of its own: what the server has drawn can be scrolled and followed meanwhile.
setTimeout(restoreSession)
setTimeout(takeHomeLists)
setTimeout(start)
setTimeout(keep)

function takeHomeLists(): void {
  const lists = readHomeLists()
  if (lists) cacheHomeLists(queryClient, lists)
}

function start(): void {
  // The router calls the first entry of every visit the same; by a key of its own its place is found again.
  if (!history.state?.key) history.replaceState({ ...history.state, key: `${Date.now()}` }, '')
  const router = createBrowserRouter(routes)
  setReloadHandler(() => {
    const { navigation, location: here } = router.state
    location.assign(router.createHref(navigation.location ?? here))
  })
  mountPages(
    document.getElementById('root')!,
    router,
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        {/* A page that is opened is drawn in one go: in slices, the old one would be shown again and again between them. */}
        <RouterProvider router={router} useTransitions={false} />
      </QueryClientProvider>
    </StrictMode>,
  )
  const allowed = window.Notification?.permission
  if (!allowed) return
  const beginNotifications = () => {
    import('./notifications/start-notifications.ts')
      .then(notices => notices.startNotifications(path => void router.navigate(path)))
      .catch(() => {})
  }
  // Who refuses is not asked again, but may change their mind.
  if (allowed === 'denied') oncePermitted(beginNotifications)
  else onPageLoad(() => whenIdle(beginNotifications, 5000))
}

// Once the first screen is there: what an import adds from then on is shown as it comes in.
onPageLoad(() => whenIdle(follow, 2000))

function follow(): void {
  import('./catalogue/follow-catalogue.ts').then(({ followCatalogue }) => followCatalogue()).catch(() => {})
}

function keep(): void {
  const keeping = startKeeping(player)
  // What makes the sound, and what was left of the last visit, comes once the screen is shown to who was here before.
  onPageLoad(() => {
    if (!hasStoredData()) return
    whenIdle(() => {
      prepareSound()
      keeping.takeUp()
    }, 5000)
  })
}

// At the first sign of a listener it comes in any case, and the code of other pages, so that each opens at once.
const signs = new AbortController()
for (const sign of ['pointermove', 'touchstart', 'keydown'])
  addEventListener(sign, preparePages, { signal: signs.signal, passive: true })

function preparePages(): void {
  signs.abort()
  prepareSound()
  prepareKeeping().catch(() => {})
  for (const name of nextScreens) pages[name]().catch(() => {})
  prefetchWhenIdle(async () => {
    // One after the other: whatever the listener opens meanwhile comes first.
    for (const load of Object.values(pages)) await load().catch(() => {})
  })
  if (import.meta.env.PROD)
    import('./startup/start-service-worker.ts')
      .then(({ startServiceWorker }) => startServiceWorker())
      .catch(() => {})
}
