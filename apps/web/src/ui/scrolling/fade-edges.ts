/** Scroll positions are fractions of a pixel. */
const TOLERANCE = 1

/**
 * A `ref` for what scrolls sideways: marks the sides on which it goes on, where style sheets let it fade out.
 * @returns stops it
 */
export function fadeEdges(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  const mark = () => {
    const { scrollLeft, clientWidth, scrollWidth } = element
    element.toggleAttribute('data-more-before', scrollLeft > TOLERANCE)
    element.toggleAttribute('data-more-after', scrollLeft + clientWidth < scrollWidth - TOLERANCE)
  }
  const observer = new ResizeObserver(mark)
  observer.observe(element)
  element.addEventListener('scroll', mark, { passive: true })
  mark()
  return () => {
    observer.disconnect()
    element.removeEventListener('scroll', mark)
  }
}
