/**
 * Stops scrolling that starts inside an open dialog from moving the page behind it; over the backdrop it still does.
 */
export function containScroll(dialog: HTMLElement, signal: AbortSignal): void {
  const contain = (event: WheelEvent | TouchEvent) => {
    const { target } = event
    // The dialog element itself is the target only over its backdrop.
    if (target === dialog || !(target instanceof Element) || isZoom(event)) return
    // Range inputs move their thumb by the same events.
    if (target.matches('input') || canScroll(target, dialog)) return
    event.preventDefault()
  }
  const options = { signal, passive: false }
  dialog.addEventListener('wheel', contain, options)
  dialog.addEventListener('touchmove', contain, options)
}

/** Whether the event zooms the page or pans a zoomed one. */
function isZoom(event: WheelEvent | TouchEvent): boolean {
  if ((window.visualViewport?.scale ?? 1) > 1) return true
  return event instanceof WheelEvent ? event.ctrlKey : event.touches.length > 1
}

/** Whether the element or an ancestor within the dialog scrolls; CSS keeps those from scrolling the page. */
function canScroll(from: Element, dialog: Element): boolean {
  for (let element: Element | null = from; element; element = element.parentElement) {
    const { overflowY } = getComputedStyle(element)
    const scrolls = overflowY === 'auto' || overflowY === 'scroll'
    if (scrolls && element.scrollHeight > element.clientHeight) return true
    if (element === dialog) return false
  }
  return false
}
