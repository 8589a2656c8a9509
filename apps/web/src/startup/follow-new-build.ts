import { QueryObserver } from '@tanstack/react-query'
import type { createBrowserRouter } from 'react-router'
import { queryClient } from '../api/query-client.ts'
import { importStatusQuery } from '../catalogue/import-status-query.ts'
import { findNewBuild, readOwnBuild, rememberBuild } from '../ui/loading/new-build.ts'

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>

/**
 * Once the service has another build of the pages, reloads the page with the next navigation during which nothing
 * plays. A service worker is updated first, or it would answer with the old build.
 * @returns stops it
 */
export function followNewBuild(
  router: Router,
  isPlaying: () => boolean,
  reload = () => location.reload(),
): () => void {
  let checkedBuild = readOwnBuild()
  if (!checkedBuild) return () => {}
  let readyBuild: string | undefined
  let pathname = router.state.location.pathname

  async function prepare(build: string): Promise<void> {
    checkedBuild = build
    readyBuild = undefined
    try {
      // The service may have other pages than those that the browser gets: they can come from another server.
      const newBuild = await findNewBuild()
      if (newBuild) await updateServiceWorker()
      if (checkedBuild === build) readyBuild = newBuild
    } catch {
      // The next status tries again.
      if (checkedBuild === build) checkedBuild = undefined
    }
  }

  // follow-catalogue.ts keeps the status up to date.
  const observer = new QueryObserver(queryClient, { ...importStatusQuery, enabled: false })
  const stopObserving = observer.subscribe(({ data }) => {
    if (data?.build && data.build !== checkedBuild) void prepare(data.build)
  })
  const stopRouter = router.subscribe(({ location, historyAction }) => {
    if (location.pathname === pathname) return
    pathname = location.pathname
    if (!readyBuild || historyAction === 'REPLACE' || isPlaying()) return
    rememberBuild(readyBuild)
    reload()
  })
  return () => {
    stopObserving()
    stopRouter()
  }
}

/** @throws if the new service worker cannot be installed */
async function updateServiceWorker(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration) return
  await registration.update()
  const worker = registration.installing ?? registration.waiting
  if (worker) await untilActivated(worker)
}

function untilActivated(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = () => {
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant') reject(new Error('The new service worker could not be installed.'))
    }
    worker.addEventListener('statechange', check)
    check()
  })
}
