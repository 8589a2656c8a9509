/** How long a change may take to render, in milliseconds. */
const RENDERED_WITHIN = 3_000
/** Vertical distance between the points probed for an anchor element, in pixels. */
const STEP = 24

/** Ends the compensation for the previous change, which may not have rendered yet. */
let endPrevious: (() => void) | undefined

/**
 * Makes a change and keeps the element at the top of the window in place, whatever the change inserts above it.
 * @param root contains everything that the change may render
 */
export function preserveScroll(root: HTMLElement, change: () => void): void {
  // Two observers would each scroll by the sum of both changes.
  endPrevious?.()
  const anchor = findAnchor(root)
  if (!anchor) {
    change()
    return
  }
  const offsetOf = (element: Element) => element.getBoundingClientRect().top + window.scrollY
  const before = offsetOf(anchor)
  const { style } = document.documentElement
  // The browser's scroll anchoring would compensate part of it a second time.
  style.overflowAnchor = 'none'
  const compensate = () => {
    if (!anchor.isConnected) return stop()
    const moved = offsetOf(anchor) - before
    if (Math.abs(moved) < 1) return
    scrollBy({ top: moved, behavior: 'instant' })
    stop()
  }
  const observer = new MutationObserver(compensate)
  function stop(): void {
    observer.disconnect()
    clearTimeout(timer)
    style.overflowAnchor = ''
    endPrevious = undefined
  }
  const timer = setTimeout(stop, RENDERED_WITHIN)
  endPrevious = () => {
    compensate()
    stop()
  }
  observer.observe(root, { childList: true, subtree: true })
  change()
}

/** The topmost visible element that is smaller than half the window. */
function findAnchor(root: HTMLElement): Element | undefined {
  const { left, width, top } = root.getBoundingClientRect()
  for (let y = Math.max(top, 0); y < innerHeight; y += STEP) {
    const found = document.elementFromPoint(left + Math.min(width / 4, 120), y)
    if (!found || !root.contains(found)) continue
    const box = found.getBoundingClientRect()
    if (box.height > 0 && box.height < innerHeight / 2) return found
  }
  return undefined
}
