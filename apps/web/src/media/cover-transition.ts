/** The picture that was pressed last, and its position in the window. */
let pressed: { readonly id: string; readonly box: DOMRect; readonly at: number } | undefined

/** A press longer ago than this did not open the current page. */
const MAX_AGE_MS = 1000

/** Records the position of a picture whose page is being opened. */
export function startCoverTransition(id: string, picture: Element | null): void {
  pressed = picture ? { id, box: picture.getBoundingClientRect(), at: performance.now() } : undefined
}

/** Animates the picture of the new page from where it was pressed; see motion.css. The page does not wait for it. */
export function finishCoverTransition(id: string, picture: HTMLElement): void {
  const from = pressed
  if (from?.id !== id || performance.now() - from.at > MAX_AGE_MS) return
  pressed = undefined
  const to = picture.getBoundingClientRect()
  if (to.width === 0) return
  // The new page starts at the top, even if the previous one was scrolled.
  const [x, y] = [from.box.left - to.left, from.box.top - (to.top + window.scrollY)]
  picture.style.setProperty('--from', `translate(${x}px, ${y}px) scale(${from.box.width / to.width})`)
  picture.classList.add('arriving')
}
