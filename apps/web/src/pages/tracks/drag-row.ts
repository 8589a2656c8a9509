interface Drag {
  readonly list: HTMLElement
  readonly row: HTMLElement
  /** The index of the row, and the number of rows. */
  readonly index: number
  readonly count: number
  /** Pixels from one row to the next. */
  readonly height: number
  /** Called when the drag starts and with each new index. */
  readonly onMove: (index: number) => void
  /** Called once at the end of a drag that has started; null if it was cancelled. */
  readonly onEnd: (index: number | null) => void
}

/** Pixels a pointer must move to start a drag. */
const MIN_DISTANCE = 6
/** Distance from the edges of the visible page, in pixels, within which it scrolls. */
const EDGE = 72
/** Highest scroll speed, in pixels per second. */
const MAX_SPEED = 1_800

/**
 * Moves a row with the pointer that was pressed on it, among rows of the same height, and scrolls the page near its
 * edges. Ends when the pointer is released; Escape cancels it.
 */
export function dragRow(down: PointerEvent, { list, row, index, count, height, onMove, onEnd }: Drag): void {
  const ended = new AbortController()
  const { signal } = ended
  const start = { y: down.clientY, scroll: scrollY }
  let y = down.clientY
  /** The index that the row is dragged to; null until the drag starts. */
  let target: number | null = null
  let frame = 0

  function follow(): void {
    const highest = -index * height
    const lowest = (count - 1 - index) * height
    const moved = Math.max(highest, Math.min(lowest, y - start.y + scrollY - start.scroll))
    row.style.translate = `0 ${moved}px`
    const next = index + Math.round(moved / height)
    if (next === target) return
    target = next
    onMove(target)
  }

  function scroll(before: number, now: number): void {
    scrollBy({ top: scrollSpeed(y) * Math.min(0.05, (now - before) / 1000), behavior: 'instant' })
    follow()
    frame = requestAnimationFrame(next => scroll(now, next))
  }

  function handleMove(event: PointerEvent): void {
    if (event.pointerId !== down.pointerId) return
    y = event.clientY
    if (target === null) {
      if (Math.hypot(event.clientX - down.clientX, y - start.y) < MIN_DISTANCE) return
      // The list receives the release, so that nothing in the row is clicked.
      list.setPointerCapture(down.pointerId)
      const started = performance.now()
      frame = requestAnimationFrame(now => scroll(started, now))
    }
    follow()
  }

  function end(result: number | null): void {
    ended.abort()
    cancelAnimationFrame(frame)
    row.style.translate = ''
    if (target !== null) onEnd(result)
  }

  const cancel = (event: Event) => {
    if (event instanceof PointerEvent && event.pointerId !== down.pointerId) return
    end(null)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || target === null) return
    event.preventDefault()
    end(null)
  }
  addEventListener('pointermove', handleMove, { signal })
  addEventListener('pointerup', event => event.pointerId === down.pointerId && end(target), { signal })
  addEventListener('pointercancel', cancel, { signal })
  // A long press opens the menu instead.
  addEventListener('contextmenu', cancel, { signal })
  addEventListener('keydown', handleKey, { signal, capture: true })
}

/** Scroll speed for a pointer at `y`, in pixels per second; negative upwards. */
function scrollSpeed(y: number): number {
  // The page's scroll padding is the height of the bars that cover it.
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement)
  const above = (Number.parseFloat(scrollPaddingTop) || 0) + EDGE - y
  const below = y - (innerHeight - (Number.parseFloat(scrollPaddingBottom) || 0) - EDGE)
  const depth = Math.max(above, below, 0) / EDGE
  return (above > below ? -1 : 1) * MAX_SPEED * Math.min(1, depth) ** 2
}
