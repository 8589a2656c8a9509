/**
 * Reports scrolling by the user (wheel, touch, scroll bar), not by script.
 * @returns stops it
 */
export function watchManualScroll(box: HTMLElement, onScroll: () => void): () => void {
  const watching = new AbortController()
  const { signal } = watching
  const report = () => {
    if (box.scrollHeight > box.clientHeight) onScroll()
  }
  box.addEventListener('wheel', report, { signal, passive: true })
  box.addEventListener('touchmove', report, { signal, passive: true })
  // A press on the container itself is on its scroll bar.
  box.addEventListener('pointerdown', ({ target }) => target === box && report(), { signal })
  return () => watching.abort()
}
