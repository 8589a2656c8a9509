import { lazy, type MouseEvent, type ReactNode, Suspense, useCallback, useState } from 'react'
import { loadPart } from '../loading/load-part.ts'
import type { MenuEntry } from './menu-entry.ts'
import type { MenuAnchor, MenuSubject } from './menu-props.ts'

const load = () => loadPart(() => import('./options-menu.tsx'))
const OptionsMenu = lazy(load)

/** Loads the menu's code before it is needed. */
export function prefetchOptionsMenu(): void {
  load().catch(() => {})
}

/** Opens the menu of an item: at the pointer on a right click, otherwise at `button`. */
export type OpenMenu<Item> = (event: MouseEvent, button: HTMLElement, item: Item) => void

/**
 * One menu shared by all items of a kind on the page.
 * @param subjectOf shown on top of the menu where it is a sheet
 */
export function useOptionsMenu<Item>(
  entriesOf: (item: Item) => readonly MenuEntry[],
  subjectOf: (item: Item) => MenuSubject,
): {
  /** The item whose menu is open. */
  readonly opened: Item | null
  readonly open: OpenMenu<Item>
  /** Must be rendered somewhere on the page. */
  readonly menu: ReactNode
} {
  const [state, setState] = useState<{ readonly anchor: MenuAnchor; readonly item: Item } | null>(null)
  const close = useCallback(() => setState(null), [])
  const open = useCallback<OpenMenu<Item>>((event, button, item) => {
    event.preventDefault()
    const opener = focusedIn(event.currentTarget) ?? button
    setState({ item, anchor: { ...anchorOf(event, button), opener } })
  }, [])
  const menu = state && (
    <Suspense>
      <OptionsMenu
        key={`${state.anchor.x} ${state.anchor.y}`}
        anchor={state.anchor}
        entries={entriesOf(state.item)}
        subject={subjectOf(state.item)}
        onClose={close}
      />
    </Suspense>
  )
  return { opened: state?.item ?? null, open, menu }
}

/** At the pointer on a right click or long press, otherwise below the button, extending towards the window's middle. */
function anchorOf(event: MouseEvent, button: HTMLElement): Omit<MenuAnchor, 'opener'> {
  if (event.type === 'contextmenu' && event.button >= 0)
    return { x: event.clientX, y: event.clientY, align: 'start', byKey: false }
  const { left, right, bottom } = button.getBoundingClientRect()
  const byKey = event.detail === 0
  return left < window.innerWidth / 2
    ? { x: left, y: bottom, align: 'start', byKey }
    : { x: right, y: bottom, align: 'end', byKey }
}

/** The focused element within `element`. */
function focusedIn(element: Element): HTMLElement | null {
  const focused = document.activeElement
  return focused instanceof HTMLElement && element.contains(focused) ? focused : null
}
