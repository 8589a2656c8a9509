/** How long a change may take until it is drawn, in milliseconds. */
const DRAWN_WITHIN = 3_000
/** Distance in pixels between the points at which an element to hold on to is looked for. */
const STEP = 24

/** Ends the compensation for the change before, which may not be drawn yet. */
let endLast: (() => void) | undefined

/**
 * Makes a change and keeps what is at the top of the window where it is, whatever the change draws above it.
 * @param root holds everything that the change may draw
 */
export function preserveScroll(root: HTMLElement, change: () => void): void {
  // Two observers would both scroll by what both changes have moved.
  endLast?.()
  const anchor = findAnchor(root)
  if (!anchor) {
    change()
    return
  }
  const placeOf = (element: Element) => element.getBoundingClientRect().top + window.scrollY
  const before = placeOf(anchor)
  const { style } = document.documentElement
  // The browser's own anchoring would do half of it, and do it twice.
  style.overflowAnchor = 'none'
  const compensate = () => {
    if (!anchor.isConnected) return stop()
    const moved = placeOf(anchor) - before
    if (Math.abs(moved) < 1) return
    scrollBy({ top: moved, behavior: 'instant' })
    stop()
  }
  const drawn = new MutationObserver(compensate)
  function stop(): void {
    drawn.disconnect()
    clearTimeout(timer)
    style.overflowAnchor = ''
    endLast = undefined
  }
  const timer = setTimeout(stop, DRAWN_WITHIN)
  endLast = () => {
    compensate()
    stop()
  }
  drawn.observe(root, { childList: true, subtree: true })
  change()
}

/** The topmost element in sight that is not as large as the page itself. */
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
