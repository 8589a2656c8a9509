import { startTransition, useEffect, useState } from 'react'

/** Below 551 px: the mini player and the panel that slides up (BAR-10, READ-32). */
export const BELOW_PLAYER = '(max-width: 550px)'
/** At 500 px or narrower: the navigation is a toggle, with a bottom bar (LAY-24, LAY-25). */
export const BELOW_NAV = '(max-width: 500px)'

const lists = new Map<string, MediaQueryList>()

function listFor(query: string): MediaQueryList {
  const list = lists.get(query) ?? matchMedia(query)
  lists.set(query, list)
  return list
}

/** The server knows no window; what takes over its drawing must begin with the same. */
let isKnown = typeof matchMedia === 'function'

/** Has all media queries begin as unknown until what the server has drawn is taken over. */
export function matchServerRender(): void {
  isKnown = false
}

/**
 * Whether a media query holds, kept up to date. Undefined as long as that is not known: on the server, and
 * while what it has drawn is taken over; then style sheets have to show what is meant for this window.
 */
export function useMediaQuery(query: string): boolean | undefined {
  const [holds, setHolds] = useState(() => (isKnown ? listFor(query).matches : undefined))
  useEffect(() => {
    isKnown = true
    const list = listFor(query)
    const change = () => setHolds(list.matches)
    // Nobody sees a difference to what was unknown: it need not be in one piece with taking over.
    startTransition(change)
    list.addEventListener('change', change)
    return () => list.removeEventListener('change', change)
  }, [query])
  return holds
}
