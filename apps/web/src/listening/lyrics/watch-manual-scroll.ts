/**
 * Reports scrolling by the user (wheel, touch, scroll bar), not by script.
 * @returns stops it
 */
export function watchManualScroll(box: HTMLElement, tell: () => void): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  const leave = () => {
    if (box.scrollHeight > box.clientHeight) tell()
  }
  box.addEventListener('wheel', leave, { signal, passive: true })
  box.addEventListener('touchmove', leave, { signal, passive: true })
  // A press on the container itself is on its scroll bar.
  box.addEventListener('pointerdown', ({ target }) => target === box && leave(), { signal })
  return () => leaving.abort()
}
