import { type ReactNode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { createBrowserRouter } from 'react-router'
import { matchServerRender } from '../ui/hooks/use-media-query.ts'
import { hasStoredData } from './has-stored-data.ts'

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>

/**
 * Shows the pages in `root`. What the server has drawn there stays in sight until the screen can be shown
 * whole. It is taken over as it stands by whom it was drawn for, a guest in whose browser nothing is kept;
 * for all others the screen is drawn anew in its place.
 */
export async function mountPages(root: HTMLElement, router: Router, pages: ReactNode): Promise<void> {
  if (root.hasChildNodes()) {
    await untilReady(router)
    if (!hasStoredData() && !router.state.errors) {
      matchServerRender()
      startTransition(() => void hydrateRoot(root, pages))
      return
    }
  }
  createRoot(root).render(pages)
}

/** The code of the first screen is there, or cannot be had. */
function untilReady(router: Router): Promise<void> {
  return new Promise(resolve => {
    if (router.state.initialized) return resolve()
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
}
