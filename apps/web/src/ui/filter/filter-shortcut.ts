/** A list on the page whose rows can be filtered. */
interface FilterableList {
  readonly element: () => HTMLElement | null
  /** Opens the filter and focuses its field. */
  readonly open: () => void
}

const lists = new Set<FilterableList>()

/** Listed under `?`; on a Mac, Cmd takes the place of Ctrl. */
export const filterShortcut = { shown: 'Ctrl F', does: 'filterList' } as const

/** Lets Ctrl+F (Cmd+F) open a list's filter while the list is on the page. @returns stops it */
export function listenToFilterKey(list: FilterableList): () => void {
  if (lists.size === 0) document.addEventListener('keydown', handleKey)
  lists.add(list)
  return () => {
    lists.delete(list)
    if (lists.size === 0) document.removeEventListener('keydown', handleKey)
  }
}

function handleKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented, target } = event
  if (key.toLowerCase() !== 'f' || ctrlKey === metaKey || altKey || shiftKey || defaultPrevented) return
  // Pressed again: the browser's own search.
  if (target instanceof Element && target.closest('[data-filter]')) return
  const list = listFor(target)
  if (!list) return
  event.preventDefault()
  list.open()
}

/** The list that has the focus, else the first one that is shown; while a dialog is open, one in it. */
function listFor(target: EventTarget | null): FilterableList | undefined {
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
  const focused = shown.find(({ element }) => target instanceof Node && element.contains(target))
  return (focused ?? shown[0])?.list
}

/** False for the closed queue, which stays in the page. */
const isShown = (element: Element) => element.checkVisibility?.({ visibilityProperty: true }) ?? true
