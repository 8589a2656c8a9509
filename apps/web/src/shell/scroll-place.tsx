import { useContext, useEffect } from 'react'
import { ScrollRestoration, UNSAFE_DataRouterStateContext, useLocation } from 'react-router'

/** Each screen begins at its top; Back, Forward and a reload return to where it was scrolled to (PROP-38). */
export function ScrollPlace() {
  const { key } = useLocation()
  const y = useContext(UNSAFE_DataRouterStateContext)?.restoreScrollPosition
  return (
    <>
      <ScrollRestoration />
      {y ? <LatePlace key={key} y={y} /> : null}
    </>
  )
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
