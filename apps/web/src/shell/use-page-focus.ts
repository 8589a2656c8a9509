import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { RecentMap } from '../ui/browser/recent-map.ts'

/** History entries of which the followed link is known. */
const MAX_ENTRIES = 500

/** The link by which each history entry was left. */
const followedLinks = new RecentMap<string>(MAX_ENTRIES)

/**
 * Moves the focus on navigation: to the start of a new screen, or back to the link that was followed there. Does
 * nothing on the first screen and if only the query of the address changes.
 */
export function usePageFocus(main: RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation()
  const kind = useNavigationType()
  const before = useRef({ key, pathname })

  // Before the new screen is painted, so that a first Tab starts from its beginning.
  useLayoutEffect(() => {
    const last = before.current
    before.current = { key, pathname }
    if (last.key === key || last.pathname === pathname) return
    main.current?.focus({ preventScroll: true })
    const link = kind === 'POP' ? followedLinks.get(key) : undefined
    if (link && main.current) return focusWhenRendered(main.current, link)
  }, [key, pathname, kind, main])

  useEffect(() => {
    const unmounted = new AbortController()
    document.addEventListener(
      'click',
      event => {
        const link = event.target instanceof Element ? event.target.closest('main a[href]') : null
        if (link) followedLinks.set(key, link.getAttribute('href') ?? '')
      },
      { capture: true, signal: unmounted.signal },
    )
    return () => unmounted.abort()
  }, [key])
}

/** Frames in which a virtual list renders the rows around the restored scroll position. */
const MAX_FRAMES = 20

/** Focuses a link as soon as it is rendered, unless the focus moves meanwhile. @returns stops waiting */
function focusWhenRendered(main: HTMLElement, href: string): () => void {
  let frames = 0
  let request = requestAnimationFrame(tryFocus)
  function tryFocus(): void {
    if (document.activeElement !== main) return
    const link = main.querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`)
    if (link) link.focus({ preventScroll: true })
    else if (++frames < MAX_FRAMES) request = requestAnimationFrame(tryFocus)
  }
  return () => cancelAnimationFrame(request)
}
