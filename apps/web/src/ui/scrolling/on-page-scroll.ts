/** Milliseconds in which a browser, and the keyboard of a phone, bring a field that took the focus into sight. */
const BRINGING = 1000

/**
 * Calls `act` when the listener scrolls the page. What scrolls because a field took the focus, or because the
 * keyboard of a phone came up, is no such scroll; one by wheel or finger is, whatever has the focus (READ-47).
 */
export function onPageScroll(act: () => void, signal: AbortSignal): void {
  let broughtAt = Number.NEGATIVE_INFINITY
  const bring = () => {
    broughtAt = performance.now()
  }
  const scrollByHand = () => {
    broughtAt = Number.NEGATIVE_INFINITY
  }
  const look = () => {
    if (performance.now() - broughtAt > BRINGING) act()
  }
  const passive = { signal, passive: true }
  addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof Element && target.matches('input, textarea')) bring()
    },
    passive,
  )
  window.visualViewport?.addEventListener('resize', bring, passive)
  addEventListener('wheel', scrollByHand, passive)
  addEventListener('touchmove', scrollByHand, passive)
  addEventListener('scroll', look, passive)
}
