import { useSyncExternalStore } from 'react'

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

/** Whether a media query holds, kept up to date. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    changed => {
      const list = listFor(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => listFor(query).matches,
  )
}
