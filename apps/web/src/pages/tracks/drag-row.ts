interface Drag {
  readonly list: HTMLElement
  /** The row that is dragged, its place, and how many there are. */
  readonly row: HTMLElement
  readonly place: number
  readonly count: number
  /** Pixels from one row to the next. */
  readonly height: number
  /** Called when it begins, and with each place it comes to. */
  readonly onPlace: (place: number) => void
  /** Called once at the end of a drag that began; null: it was called off. */
  readonly onEnd: (place: number | null) => void
}

/** Pixels a pointer moves before it drags. */
const BEGINS = 6
/** So near the edge of what is seen of the page it scrolls, up to so many pixels a second. */
const EDGE = 72
const FASTEST = 1_800

/**
 * Has a row follow the pointer that went down on it, among rows of the same height. Near the edges the page
 * scrolls. It ends where the pointer lets go, and is called off by Escape.
 */
export function dragRow(down: PointerEvent, drag: Drag): void {
  const { list, row, count, height } = drag
  const ending = new AbortController()
  const { signal } = ending
  const start = { y: down.clientY, scroll: scrollY }
  let y = down.clientY
  let place: number | null = null
  let frame = 0

  function follow(): void {
    const highest = -drag.place * height
    const lowest = (count - 1 - drag.place) * height
    const moved = Math.max(highest, Math.min(lowest, y - start.y + scrollY - start.scroll))
    row.style.translate = `0 ${moved}px`
    const next = drag.place + Math.round(moved / height)
    if (next === place) return
    place = next
    drag.onPlace(place)
  }

  function scroll(before: number, now: number): void {
    scrollBy({ top: scrollSpeed(y) * Math.min(0.05, (now - before) / 1000), behavior: 'instant' })
    follow()
    frame = requestAnimationFrame(next => scroll(now, next))
  }

  function move(event: PointerEvent): void {
    if (event.pointerId !== down.pointerId) return
    y = event.clientY
    if (place === null) {
      if (Math.hypot(event.clientX - down.clientX, y - start.y) < BEGINS) return
      // What lets go of the pointer is then the list, and nothing in the row is pressed.
      list.setPointerCapture(down.pointerId)
      const began = performance.now()
      frame = requestAnimationFrame(now => scroll(began, now))
    }
    follow()
  }

  function end(dropped: number | null): void {
    ending.abort()
    cancelAnimationFrame(frame)
    row.style.translate = ''
    if (place !== null) drag.onEnd(dropped)
  }

  const call = (off: Event) => {
    if (off instanceof PointerEvent && off.pointerId !== down.pointerId) return
    end(null)
  }
  addEventListener('pointermove', move, { signal })
  addEventListener('pointerup', event => event.pointerId === down.pointerId && end(place), { signal })
  addEventListener('pointercancel', call, { signal })
  // A long press opens the menu instead.
  addEventListener('contextmenu', call, { signal })
  addEventListener(
    'keydown',
    event => {
      if (event.key !== 'Escape' || place === null) return
      event.preventDefault()
      end(null)
    },
    { signal, capture: true },
  )
}

/** Pixels a second by which the page goes on under a pointer at `y`; up is negative. */
function scrollSpeed(y: number): number {
  // The bars lie over the page: it tells how far they reach.
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement)
  const above = (Number.parseFloat(scrollPaddingTop) || 0) + EDGE - y
  const below = y - (innerHeight - (Number.parseFloat(scrollPaddingBottom) || 0) - EDGE)
  const depth = Math.max(above, below, 0) / EDGE
  return (above > below ? -1 : 1) * FASTEST * Math.min(1, depth) ** 2
}
