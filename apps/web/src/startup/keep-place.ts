interface TextPlace {
  readonly text: string
  /** How many texts before it are the same. */
  readonly nth: number
  readonly offset: number
}

/**
 * Remembers where the visitor is in a page that is about to be replaced by one that looks the same: focus, selected text and
 * scroll position.
 * @returns finds the counterparts in the new page
 */
export function keepPlace(root: HTMLElement): () => void {
  const focused = document.activeElement
  const findFocused = focused && root.contains(focused) ? describeElement(root, focused) : undefined
  const { anchorNode, anchorOffset = 0, focusNode, focusOffset = 0, isCollapsed } = getSelection() ?? {}
  const [from, to] = isCollapsed
    ? []
    : [describeText(root, anchorNode, anchorOffset), describeText(root, focusNode, focusOffset)]
  const { scrollX, scrollY } = window
  return () => {
    // First: it may move the selection.
    findFocused?.()?.focus({ preventScroll: true })
    const [start, end] = [from && findText(root, from), to && findText(root, to)]
    if (from && to && start && end) getSelection()?.setBaseAndExtent(start, from.offset, end, to.offset)
    if (window.scrollY !== scrollY) scrollTo(scrollX, scrollY)
  }
}

/** How to find the counterpart of an element: by its address, name or id, and its number among those that are alike. */
function describeElement(root: HTMLElement, element: Element): (() => HTMLElement | undefined) | undefined {
  const name = ['href', 'aria-label', 'id'].find(each => element.getAttribute(each))
  if (!name) return undefined
  const value = element.getAttribute(name)
  // The server renders the parts for all widths, of which one is seen.
  const findAlike = () =>
    Array.from(root.querySelectorAll<HTMLElement>(`${element.localName}[${name}]`)).filter(
      each => each.getAttribute(name) === value && (each.checkVisibility?.() ?? true),
    )
  const nth = findAlike().indexOf(element as HTMLElement)
  return () => findAlike()[nth]
}

/** In the page proper: only there the texts of both pages are the same. */
function* textsOf(root: HTMLElement): Generator<Text> {
  const walker = document.createTreeWalker(root.querySelector('main') ?? root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) yield walker.currentNode as Text
}

function describeText(
  root: HTMLElement,
  node: Node | null | undefined,
  offset: number,
): TextPlace | undefined {
  if (!(node instanceof Text)) return undefined
  let nth = 0
  for (const each of textsOf(root)) {
    if (each === node) return { text: node.data, nth, offset }
    if (each.data === node.data) nth++
  }
  return undefined
}

function findText(root: HTMLElement, { text, nth }: TextPlace): Text | undefined {
  let left = nth
  for (const each of textsOf(root)) if (each.data === text && left-- === 0) return each
  return undefined
}
