import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** The link each visited screen was left by, by the key of its place in the history. */
const leftBy = new Map<string, string>()

/**
 * Follows each navigation with the keyboard's focus: a new screen begins at its start, and Back returns
 * to the link that was followed there. Nothing on the first screen, nor when only the address changes.
 */
export function usePageFocus(main: RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation()
  const kind = useNavigationType()
  const before = useRef({ key, pathname })

  // Before the new screen can be seen: who presses Tab at the sight of it starts from its start.
  useLayoutEffect(() => {
    const last = before.current
    before.current = { key, pathname }
    if (last.key === key || last.pathname === pathname) return
    main.current?.focus({ preventScroll: true })
    const link = kind === 'POP' ? leftBy.get(key) : undefined
    if (link && main.current) return focusOnceThere(main.current, link)
  }, [key, pathname, kind, main])

  useEffect(() => {
    const ending = new AbortController()
    document.addEventListener(
      'click',
      event => {
        const link = event.target instanceof Element ? event.target.closest('main a[href]') : null
        if (link) leftBy.set(key, link.getAttribute('href') ?? '')
      },
      { capture: true, signal: ending.signal },
    )
    return () => ending.abort()
  }, [key])
}

/** Frames a long list gets to draw the rows around the restored scroll position. */
const PATIENCE = 20

/** Gives the focus to a link as soon as it is drawn, unless it went elsewhere meanwhile; answers how to stop. */
function focusOnceThere(main: HTMLElement, href: string): () => void {
  let frames = 0
  let request = requestAnimationFrame(look)
  function look(): void {
    if (document.activeElement !== main) return
    const link = main.querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`)
    if (link) link.focus({ preventScroll: true })
    else if (++frames < PATIENCE) request = requestAnimationFrame(look)
  }
  return () => cancelAnimationFrame(request)
}
