/** The picture that was pressed last, and where in the window it was. */
let pressed: { readonly id: string; readonly box: DOMRect; readonly at: number } | undefined

/** Milliseconds after which a press no longer belongs to the page that opens. */
const MAX_AGE_MS = 1000

/** Notes where a picture is when the page of what it shows is opened from it. */
export function startCoverTransition(id: string, picture: Element | null): void {
  pressed = picture ? { id, box: picture.getBoundingClientRect(), at: performance.now() } : undefined
}

/**
 * Lets the picture of a new page come from where it was pressed; see motion.css. Nothing waits for it: the
 * page is shown at once, and only this one picture moves.
 */
export function finishCoverTransition(id: string, picture: HTMLElement): void {
  const from = pressed
  if (from?.id !== id || performance.now() - from.at > MAX_AGE_MS) return
  pressed = undefined
  const to = picture.getBoundingClientRect()
  if (to.width === 0) return
  // A new page begins at its start, also where the one before it was scrolled.
  const [x, y] = [from.box.left - to.left, from.box.top - (to.top + window.scrollY)]
  picture.style.setProperty('--from', `translate(${x}px, ${y}px) scale(${from.box.width / to.width})`)
  picture.classList.add('arriving')
}
