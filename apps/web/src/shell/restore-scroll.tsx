import { useContext, useEffect, useLayoutEffect } from 'react'
import { ScrollRestoration, UNSAFE_DataRouterStateContext, useLocation } from 'react-router'
import { ownName } from '../prefix.ts'

/** Session storage key of the scroll positions by history entry. */
const STORAGE_KEY = ownName('scrolled')

/** Whether the address is still that of the document: somebody may go back before the pages have taken over a rendered one. */
export function isLoadedPage(): boolean {
  const loaded = performance.getEntriesByType?.('navigation')[0]?.name
  return loaded === undefined || !URL.canParse(loaded) || new URL(loaded).pathname === location.pathname
}

/** New screens start at the top; Back, Forward and a reload restore the scroll position. */
export function RestoreScroll() {
  const { key } = useLocation()
  const y = useContext(UNSAFE_DataRouterStateContext)?.restoreScrollPosition
  return (
    <>
      <StoreInitialScroll historyKey={key} />
      <ScrollRestoration storageKey={STORAGE_KEY} />
      {y ? <KeepRestoring key={key} y={y} /> : null}
    </>
  )
}

/** The server-rendered page may be scrolled before hydration: stores that position before `ScrollRestoration` runs. */
function StoreInitialScroll({ historyKey }: { readonly historyKey: string }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: first screen only
  useLayoutEffect(() => {
    if (window.scrollY === 0 || !isLoadedPage()) return
    try {
      const positions = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}')
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...positions, [historyKey]: window.scrollY }))
    } catch {
      // Session storage may be blocked; the screen then starts at its top.
    }
  }, [])
  return null
}

/** Milliseconds after which a screen has reached its final height. */
const SETTLED = 30_000

/** Restores the position again while the screen still grows towards it, until the first user input. */
function KeepRestoring({ y }: { readonly y: number }) {
  useEffect(() => {
    const observer = new ResizeObserver(() => scrollTo(0, y))
    const listening = new AbortController()
    const stop = () => {
      observer.disconnect()
      listening.abort()
      clearTimeout(timer)
    }
    const timer = setTimeout(stop, SETTLED)
    for (const input of ['wheel', 'pointerdown', 'keydown'])
      addEventListener(input, stop, { signal: listening.signal, passive: true })
    observer.observe(document.body)
    return stop
  }, [y])
  return null
}
