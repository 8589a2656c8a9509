import { type ReactNode, startTransition } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { createBrowserRouter } from 'react-router'
import { loadFooter } from '../shell/footer/late-footer.tsx'
import { isLoadedPage } from '../shell/restore-scroll.tsx'
import { matchServerRender } from '../ui/hooks/use-media-query.ts'
import { hasStoredData } from './has-stored-data.ts'

/** Milliseconds after which the page is replaced without its footer, and without keeping the visitor's place. */
const PARTS_MS = 2_000

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>

/**
 * Mounts the pages in `root`. A server-rendered page stays visible until the first screen is ready. It was rendered
 * for a guest without stored data: those hydrate it. For all others, and where a part is missing, it is replaced in one step: the
 * visitor keeps focus, selection and scroll position.
 */
export async function mountPages(root: HTMLElement, router: Router, pages: ReactNode): Promise<void> {
  if (root.hasChildNodes()) {
    const canHydrate = !('partial' in root.dataset) && !hasStoredData()
    const parts = canHydrate
      ? undefined
      : Promise.all([import('./keep-place.ts').catch(() => undefined), loadFooter()])
    await untilInitialized(router)
    if (canHydrate && !router.state.errors) {
      matchServerRender()
      startTransition(() => void hydrateRoot(root, pages))
      return
    }
    const [place] =
      (await Promise.race([parts, new Promise<undefined>(resolve => setTimeout(resolve, PARTS_MS))])) ?? []
    const findPlace = isLoadedPage() ? place?.keepPlace(root) : undefined
    flushSync(() => createRoot(root).render(pages))
    findPlace?.()
    return
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
