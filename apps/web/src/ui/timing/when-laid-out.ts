/**
 * Calls back once when the browser has laid out an element, before it paints. Scrolling in the middle of a press would make it do so at
 * once, and again afterwards.
 * @returns cancels the callback
 */
export function whenLaidOut(element: Element, callback: () => void): () => void {
  const observer = new ResizeObserver(() => {
    observer.disconnect()
    callback()
  })
  observer.observe(element)
  return () => observer.disconnect()
}
