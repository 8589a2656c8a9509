import type { createBrowserRouter } from 'react-router'
import { beginNavigation, endNavigation, leaveStaleLayers, notePage } from './layers.ts'

/** Makes navigations begin at the page's own entry of the history, so that Back leads there from the next page. */
export function leaveLayersFirst(router: ReturnType<typeof createBrowserRouter>): void {
  leaveStaleLayers()
  router.subscribe(notePage)
  const navigate = router.navigate as (...args: unknown[]) => Promise<void>
  let latest = 0
  router.navigate = async (...args: unknown[]) => {
    const number = ++latest
    // Without layers, nothing is delayed.
    const left = beginNavigation()
    try {
      if (left) await left
      await navigate(...args)
    } finally {
      // One that was interrupted may end at any time.
      if (number === latest) endNavigation()
    }
  }
}
