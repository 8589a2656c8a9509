/**
 * What runs in the page for `touchFaults`. Each function is sent there as text, so it knows nothing around it but `window.touch`.
 */
interface Touch {
  top: () => HTMLElement
  controls: () => Element[]
  controlOf: (element: Element | null) => Element | null
  controlAt: (x: number, y: number) => Element | null
  isShown: (element: Element) => boolean
  isInSight: (element: Element) => boolean
  nameOf: (element: Element | null) => string
  toMiddle: (element: Element) => void
  sizeFaults: (control: Element) => string[]
  coveredFaults: (element: Element) => string[]
  textFaults: (text: Text) => string[]
}

declare global {
  interface Window {
    touch: Touch
    held: { control: Element; points: [number, number][] }[]
  }
}

/** What can be pressed, and where. */
export function defineControls(within: string): void {
  const CONTROL =
    'a[href], button, input, textarea, select, summary, [role="menuitem"], [role="tab"], [role="slider"]'

  const top = () =>
    [...document.querySelectorAll<HTMLElement>('dialog[open]')].findLast(dialog =>
      dialog.matches(':modal'),
    ) ??
    document.querySelector<HTMLElement>(within) ??
    document.body
  const controlOf = (element: Element | null): Element | null => {
    const control = element?.closest(`${CONTROL}, label`) ?? null
    return control instanceof HTMLLabelElement ? (control.control ?? control) : control
  }
  const controlAt = (x: number, y: number): Element | null => {
    return controlOf(document.elementFromPoint(x, y))
  }
  const isShown = (element: Element): boolean => {
    const { width, height, left, right } = element.getBoundingClientRect()
    return (
      width > 2 &&
      height > 2 &&
      left >= 0 &&
      right <= innerWidth &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
  }
  /** Links for the keyboard alone wait above the window. */
  const isInSight = (element: Element): boolean => {
    const { top: y, bottom } = element.getBoundingClientRect()
    return bottom > 0 && y < innerHeight
  }
  const nameOf = (element: Element | null): string =>
    element
      ? `${element.tagName.toLowerCase()} "${(element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 40)}"`
      : 'nothing'
  const toMiddle = (element: Element): void => {
    const { top: y, height } = element.getBoundingClientRect()
    // Each scroll costs as much as hundreds of looks at a point.
    if (y > innerHeight / 4 && y + height < 0.75 * innerHeight) return
    if (!top().matches('dialog')) scrollBy({ top: y + height / 2 - innerHeight / 2, behavior: 'instant' })
    else element.scrollIntoView({ block: 'center', behavior: 'instant' })
  }
  const controls = () => [...top().querySelectorAll(CONTROL)].filter(isShown)

  window.touch = {
    ...window.touch,
    top,
    controlOf,
    controlAt,
    isShown,
    isInSight,
    nameOf,
    toMiddle,
    controls,
  }
}

/** Targets that are too small, or partly under others. */
export function defineTargetFaults(): void {
  /** Least size of a target in pixels, rounded positions allowed for; in rows it is the height of the artist's link. */
  const LEAST = 43
  const LEAST_IN_ROW = 23
  /** Pixels at the edge of an element that may be outside its round corners. */
  const ROUND = 6
  /** Pixels between the points that are tried. */
  const STEP = 4
  /** Points in a line, at most. */
  const MOST = 14
  const { controlAt, nameOf } = window.touch

  /** Pixels from a control's middle in one direction that are it, as far as they count. */
  function reach(control: Element, x: number, y: number, dx: number, dy: number, most = LEAST): number {
    let steps = 0
    while (steps < most && controlAt(x + (steps + 1) * dx, y + (steps + 1) * dy) === control) steps++
    return steps
  }

  function sizeFaults(control: Element): string[] {
    const box = control.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    if (controlAt(x, y) !== control) return [`${nameOf(control)} is covered by ${nameOf(controlAt(x, y))}`]
    const right = reach(control, x, y, 1, 0)
    const width = 1 + right + reach(control, x, y, -1, 0, LEAST - right)
    const down = reach(control, x, y, 0, 1)
    const height = 1 + down + reach(control, x, y, 0, -1, LEAST - down)
    // A link within a sentence has the height of its line.
    const sentence = control.closest('p, dd, label')?.textContent?.trim()
    const isInText =
      control.matches('a') && sentence !== undefined && sentence !== control.textContent?.trim()
    const least = control.matches('[role="row"] a') ? LEAST_IN_ROW : LEAST
    if (isInText && !control.matches('[role="row"] a')) return []
    return width < LEAST || height < least
      ? [`${nameOf(control)} is ${width} × ${height} px for a finger`]
      : []
  }

  /** Parts of a control or row that are another's, other than of one that lies wholly on it, such as the button on a cover. */
  function coveredFaults(element: Element): string[] {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    // It would reach under the bars.
    if (bottom - top > innerHeight / 2) return []
    for (let y = top + ROUND; y < bottom - ROUND; y += Math.max(STEP, (bottom - top) / MOST))
      for (let x = left + ROUND; x < right - ROUND; x += Math.max(STEP, (right - left) / MOST)) {
        const other = controlAt(x, y)
        if (!other || other === element || element.contains(other) || other.contains(element)) continue
        const box = other.getBoundingClientRect()
        const isOnIt = box.left >= left && box.right <= right && box.top >= top && box.bottom <= bottom
        // Between its round corners and its edge.
        const isBehind = box.left <= left && box.right >= right && box.top <= top && box.bottom >= bottom
        if (!isOnIt && !isBehind) return [`${nameOf(element)} is partly under ${nameOf(other)}`]
      }
    return []
  }

  window.touch = { ...window.touch, sizeFaults, coveredFaults }
}

/** Words that do something else than what is seen there. */
export function defineTextFaults(): void {
  /** Pixels between the points that are tried, in the height of a line three. */
  const STEP = 8
  const { controlAt, controlOf, nameOf } = window.touch

  /** What is seen of a text at most: the box of what leaves the rest out. */
  function clipOf(element: Element): DOMRect {
    const parent = element.parentElement
    const isClip = getComputedStyle(element).overflowX !== 'visible' || !parent
    return isClip || element.matches('a, button, p') ? element.getBoundingClientRect() : clipOf(parent)
  }

  function textFaults(text: Text): string[] {
    const parent = text.parentElement
    if (!parent) return []
    const own = controlOf(parent)
    const range = document.createRange()
    range.selectNodeContents(text)
    const clip = clipOf(parent)
    for (const { left, right, top: above, bottom } of range.getClientRects())
      for (let x = left + 1; x < Math.min(right, clip.right, innerWidth); x += STEP)
        // The box of a line is higher than its letters.
        for (const y of [0.25, 0.5, 0.75].map(part => above + part * (bottom - above))) {
          if (y > clip.bottom) continue
          const hit = controlAt(x, y)
          if (hit === own || hit === null) {
            if (own && hit === null) return [`the words of ${nameOf(own)} do nothing`]
            continue
          }
          if (hit.contains(parent) || own?.contains(hit)) continue
          const hasWords = hit.textContent?.trim() !== ''
          const around = parent.closest('[role="row"], li, label, section, [role="option"]')
          if (own || hasWords || !around?.contains(hit))
            return [`"${text.data.trim().slice(0, 40)}" does what ${nameOf(hit)} does`]
        }
    return []
  }

  window.touch = { ...window.touch, textFaults }
}

/** What is wrong before anything is pressed. Scrolls through the page. */
export function findFaults(): string[] {
  const { top, controls, isShown, isInSight, toMiddle, sizeFaults, coveredFaults, textFaults } = window.touch
  const found: string[] = []
  for (const control of controls()) {
    toMiddle(control)
    if (isInSight(control)) found.push(...sizeFaults(control), ...coveredFaults(control))
  }
  for (const row of [...top().querySelectorAll('main [role="row"], #queue [role="row"]')].filter(isShown)) {
    toMiddle(row)
    found.push(...coveredFaults(row))
  }
  const walker = document.createTreeWalker(top(), NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node as Text
    if (!text.parentElement || text.data.trim() === '' || !isShown(text.parentElement)) continue
    toMiddle(text.parentElement)
    if (isInSight(text.parentElement)) found.push(...textFaults(text))
  }
  scrollTo({ top: 0, behavior: 'instant' })
  return [...new Set(found)]
}

/** Notes what a finger reaches of each control in sight, for `findLost`. */
export function holdControls(): void {
  const STEP = 6
  const MOST = 8
  /** Pixels at the edge of a button that it may shrink by while it is pressed. */
  const RIM = 4
  const { controls, controlAt, isInSight } = window.touch
  const isWithin = (control: Element, x: number, y: number) =>
    [
      [0, 0],
      [RIM, 0],
      [-RIM, 0],
      [0, RIM],
      [0, -RIM],
    ].every(([dx = 0, dy = 0]) => controlAt(x + dx, y + dy) === control)
  window.held = controls()
    .filter(isInSight)
    .map(control => {
      const { left, top, width, height } = control.getBoundingClientRect()
      const points: [number, number][] = []
      for (let y = top + 1; y < top + height - 1; y += Math.max(STEP, height / MOST))
        for (let x = left + 1; x < left + width - 1; x += Math.max(STEP, width / MOST))
          if (isWithin(control, x, y)) points.push([x, y])
      return { control, points }
    })
}

/** Controls that no longer have all points that were held. */
export function findLost(): string[] {
  const { controlAt, nameOf } = window.touch
  return window.held.flatMap(({ control, points }) => {
    const missed = points.find(([x, y]) => controlAt(x, y) !== control)
    return missed ? [`${nameOf(control)} is missed while pressed, by ${nameOf(controlAt(...missed))}`] : []
  })
}

/** Waits for the transitions of a press. */
export async function untilStill(): Promise<void> {
  const transitions = document.getAnimations().filter(animation => animation instanceof CSSTransition)
  await Promise.allSettled(transitions.map(({ finished }) => finished))
}
