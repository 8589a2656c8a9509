import { type RefObject, useEffect, useRef } from 'react'
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

  useEffect(() => {
    const last = before.current
    before.current = { key, pathname }
    if (last.key === key || last.pathname === pathname) return
    const link = kind === 'POP' ? leftBy.get(key) : undefined
    const target = link ? main.current?.querySelector<HTMLElement>(`a[href="${CSS.escape(link)}"]`) : null
    const focused = target ?? main.current
    focused?.focus({ preventScroll: true })
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
