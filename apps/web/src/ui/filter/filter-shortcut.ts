import { isApple } from '../browser/is-apple.ts'

/** A list on the page in which something can be found. */
interface SearchableList {
  /** The list and what belongs to it. */
  readonly element: () => HTMLElement | null | undefined
  /** The field of the search, if it is open. */
  readonly field: () => HTMLElement | null | undefined
  /** Focuses the field. */
  readonly open: () => void
}

const lists = new Set<SearchableList>()

/** Listed under `?`. */
export const filterShortcut = { shown: 'Ctrl F', does: 'filterList' } as const

/** Lets Ctrl+F (Cmd+F) search a list while it is on the page. @returns stops it */
export function listenToFilterKey(list: SearchableList): () => void {
  if (lists.size === 0) document.addEventListener('keydown', handleKey)
  lists.add(list)
  return () => {
    lists.delete(list)
    if (lists.size === 0) document.removeEventListener('keydown', handleKey)
  }
}

function handleKey(event: KeyboardEvent): void {
  const { target } = event
  if (event.defaultPrevented || !isFindKey(event)) return
  // Pressed again: the browser's own search.
  if (target && [...lists].some(list => list.field() === target)) return
  const list = listFor(target)
  if (!list) return
  event.preventDefault()
  list.open()
}

/** Whether a press opens the browser's search. Where the layout has no Latin letters, the key of F does. */
function isFindKey({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const isF = key.toLowerCase() === 'f' || (code === 'KeyF' && !/^[ -~]$/.test(key))
  const isModified = isApple() ? metaKey && !ctrlKey : ctrlKey && !metaKey
  return isF && isModified && !altKey && !shiftKey
}

/** The list that has the focus, else the first one in sight; while a dialog is open, one in it. */
function listFor(target: EventTarget | null): SearchableList | undefined {
  const focused = target instanceof Element ? target : document.body
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  const shown = [...lists]
    .flatMap(list => {
      const element = list.element()
      return element ? [{ list, element }] : []
    })
    .filter(({ element }) => (!dialog || dialog.contains(element)) && isShown(element))
    .toSorted((a, b) =>
      a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    )
  const found =
    shown.find(({ element }) => element.contains(focused)) ??
    shown.find(({ element }) => isInSight(element) && (dialog || !isAside(element, focused)))
  return found?.list
}

/** False for the closed queue, which stays in the page. Safari has `checkVisibility` since 17.4. */
function isShown(element: Element): boolean {
  if ('checkVisibility' in element) return element.checkVisibility({ visibilityProperty: true })
  return (
    (element as Element).getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible'
  )
}

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top < innerHeight && bottom >= 0
}

/** Whether an element belongs to something beside the page, which has its own search only while the focus is in it. */
function isAside(element: Element, focused: Element): boolean {
  const aside = element.closest('[data-own-filter]')
  return aside !== null && !aside.contains(focused)
}
