import { useContext, useEffect, useLayoutEffect } from 'react'
import { ScrollRestoration, UNSAFE_DataRouterStateContext, useLocation } from 'react-router'

/** Key in the session's storage of where each visited screen was scrolled to. */
const PLACES = 'scrolled'

/** Each screen begins at its top; Back, Forward and a reload return to where it was scrolled to. */
export function RestoreScroll() {
  const { key } = useLocation()
  const y = useContext(UNSAFE_DataRouterStateContext)?.restoreScrollPosition
  return (
    <>
      <EarlyPlace at={key} />
      <ScrollRestoration storageKey={PLACES} />
      {y ? <LatePlace key={key} y={y} /> : null}
    </>
  )
}

/** What was drawn by the server may be scrolled already when the code comes: it stays there. Stands before what restores. */
function EarlyPlace({ at }: { readonly at: string }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the first screen only
  useLayoutEffect(() => {
    if (window.scrollY === 0) return
    try {
      const places = JSON.parse(sessionStorage.getItem(PLACES) ?? '{}')
      sessionStorage.setItem(PLACES, JSON.stringify({ ...places, [at]: window.scrollY }))
    } catch {
      // Where nothing can be kept, the screen begins at its top.
    }
  }, [])
  return null
}

/** Milliseconds after which a screen is whole. */
const WHOLE = 30_000

/** Returns there again while the screen is still growing to it, until the listener does something. */
function LatePlace({ y }: { readonly y: number }) {
  useEffect(() => {
    const growth = new ResizeObserver(() => scrollTo(0, y))
    const stop = () => growth.disconnect()
    for (const act of ['wheel', 'pointerdown', 'keydown'])
      addEventListener(act, stop, { once: true, passive: true })
    setTimeout(stop, WHOLE)
    growth.observe(document.body)
    return stop
  }, [y])
  return null
}
