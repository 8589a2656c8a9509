import { type ReactNode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { createBrowserRouter } from 'react-router'
import { matchServerRender } from '../ui/hooks/use-media-query.ts'
import { hasStoredData } from './has-stored-data.ts'

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>

/**
 * Mounts the pages in `root`. A server-rendered page stays visible until the first screen is ready. It was rendered
 * for a guest without stored data: those hydrate it, for all others it is replaced; and for all where a part is missing.
 */
export async function mountPages(root: HTMLElement, router: Router, pages: ReactNode): Promise<void> {
  if (root.hasChildNodes()) {
    await untilInitialized(router)
    const isWhole = !('partial' in root.dataset)
    if (isWhole && !hasStoredData() && !router.state.errors) {
      matchServerRender()
      startTransition(() => void hydrateRoot(root, pages))
      return
    }
  }
  createRoot(root).render(pages)
}

/** Resolves when the code of the first screen has loaded or failed. */
function untilInitialized(router: Router): Promise<void> {
  return new Promise(resolve => {
    if (router.state.initialized) return resolve()
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return
      unsubscribe()
      resolve()
    })
  })
}
