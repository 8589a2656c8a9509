import { startTransition, useEffect, useState } from 'react'

/** 550 px at the default font size: mini player and full-screen player instead of the player bar and the right panel, and a bottom bar. */
export const BELOW_PLAYER = '(max-width: 34.375rem)'
/** 500 px at the default font size: navigation behind a toggle. */
export const BELOW_NAV = '(max-width: 31.25rem)'

const lists = new Map<string, MediaQueryList>()

function listFor(query: string): MediaQueryList {
  const list = lists.get(query) ?? matchMedia(query)
  lists.set(query, list)
  return list
}

/** The server has no window, and hydration must start from the state that the server rendered. */
let isKnown = typeof matchMedia === 'function'

/** Treats all media queries as unknown until the server-rendered page is hydrated. */
export function matchServerRender(): void {
  isKnown = false
}

/**
 * Whether a media query matches, kept up to date. Undefined on the server and during hydration: style sheets must then
 * show what belongs to this window.
 */
export function useMediaQuery(query: string): boolean | undefined {
  const [matches, setMatches] = useState(() => (isKnown ? listFor(query).matches : undefined))
  useEffect(() => {
    isKnown = true
    const list = listFor(query)
    const update = () => setMatches(list.matches)
    // Style sheets already show the right thing, so this update need not block hydration.
    startTransition(update)
    list.addEventListener('change', update)
    return () => list.removeEventListener('change', update)
  }, [query])
  return matches
}
