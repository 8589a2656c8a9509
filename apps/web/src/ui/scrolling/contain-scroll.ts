/**
 * Keeps scrolling that starts inside an open dialog from reaching the page behind it. Scrolling over its backdrop still
 * moves the page.
 */
export function containScroll(dialog: HTMLElement, signal: AbortSignal): void {
  const hold = (event: WheelEvent | TouchEvent) => {
    const { target } = event
    // The backdrop is part of the dialog element itself; its content is not.
    if (target === dialog || !(target instanceof Element) || isZoom(event)) return
    // Browsers move a range input's thumb by the same events.
    if (target.matches('input') || canScroll(target, dialog)) return
    event.preventDefault()
  }
  const options = { signal, passive: false }
  dialog.addEventListener('wheel', hold, options)
  dialog.addEventListener('touchmove', hold, options)
}

/** Whether the event zooms the page, or moves what is shown of a page that is zoomed in. */
function isZoom(event: WheelEvent | TouchEvent): boolean {
  if ((window.visualViewport?.scale ?? 1) > 1) return true
  return event instanceof WheelEvent ? event.ctrlKey : event.touches.length > 1
}

/** Whether an element, or one that it lies in up to the dialog, scrolls itself; its CSS keeps the rest from the page. */
function canScroll(from: Element, dialog: Element): boolean {
  for (let element: Element | null = from; element; element = element.parentElement) {
    const { overflowY } = getComputedStyle(element)
    const scrolls = overflowY === 'auto' || overflowY === 'scroll'
    if (scrolls && element.scrollHeight > element.clientHeight) return true
    if (element === dialog) return false
  }
  return false
}
