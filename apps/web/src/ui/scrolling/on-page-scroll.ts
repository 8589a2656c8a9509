/** Milliseconds in which browsers and on-screen keyboards scroll a focused field into view. */
const AUTO_SCROLL = 1000

/**
 * Calls back when the user scrolls the page. Ignores scrolling caused by focusing a field or by an on-screen keyboard,
 * but never scrolling by wheel or touch.
 */
export function onPageScroll(callback: () => void, signal: AbortSignal): void {
  let autoScrollAt = Number.NEGATIVE_INFINITY
  const expectAutoScroll = () => {
    autoScrollAt = performance.now()
  }
  const scrollByHand = () => {
    autoScrollAt = Number.NEGATIVE_INFINITY
  }
  const handleScroll = () => {
    if (performance.now() - autoScrollAt > AUTO_SCROLL) callback()
  }
  const passive = { signal, passive: true }
  addEventListener(
    'focusin',
    ({ target }) => {
      if (target instanceof Element && target.matches('input, textarea')) expectAutoScroll()
    },
    passive,
  )
  window.visualViewport?.addEventListener('resize', expectAutoScroll, passive)
  addEventListener('wheel', scrollByHand, passive)
  addEventListener('touchmove', scrollByHand, passive)
  addEventListener('scroll', handleScroll, passive)
}
