/**
 * Tells of scrolling by hand, and not of any that is done from here: a wheel, a finger, a press on the scroll
 * bar. Answers what ends it.
 */
export function watchManualScroll(box: HTMLElement, tell: () => void): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  const leave = () => {
    if (box.scrollHeight > box.clientHeight) tell()
  }
  box.addEventListener('wheel', leave, { signal, passive: true })
  box.addEventListener('touchmove', leave, { signal, passive: true })
  // A press on the box and not on a line is one on its scroll bar.
  box.addEventListener('pointerdown', ({ target }) => target === box && leave(), { signal })
  return () => leaving.abort()
}
