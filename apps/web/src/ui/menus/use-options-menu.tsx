import { lazy, type MouseEvent, type ReactNode, Suspense, useCallback, useState } from 'react'
import { loadChunk } from '../loading/load-chunk.ts'
import type { MenuEntry } from './menu-item.tsx'
import type { MenuAnchor } from './options-menu.tsx'

const load = () => loadChunk(() => import('./options-menu.tsx'))
const OptionsMenu = lazy(load)

/** Fetches the menu's code before it is needed: when a pointer or the focus comes near. */
export function prefetchOptionsMenu(): void {
  load().catch(() => {})
}

/** Opens the menu of `button` where the event says: under the pointer at a right click, else at the button. */
export type OpenMenu<Of> = (event: MouseEvent, button: HTMLElement, of: Of) => void

/** One menu for everything of a kind that is on the page; `entriesOf` says what it offers. */
export function useOptionsMenu<Of>(entriesOf: (of: Of) => readonly MenuEntry[]): {
  readonly opened: Of | null
  readonly open: OpenMenu<Of>
  /** To be placed somewhere on the page. */
  readonly menu: ReactNode
} {
  const [state, setState] = useState<{ readonly place: MenuAnchor; readonly of: Of } | null>(null)
  const close = useCallback(() => setState(null), [])
  const open = useCallback<OpenMenu<Of>>((event, button, of) => {
    event.preventDefault()
    setState({ of, place: { ...placeOf(event, button), opener: focusedIn(event.currentTarget) ?? button } })
  }, [])
  const menu = state && (
    <Suspense>
      <OptionsMenu
        key={`${state.place.x} ${state.place.y}`}
        anchor={state.place}
        entries={entriesOf(state.of)}
        onClose={close}
      />
    </Suspense>
  )
  return { opened: state?.of ?? null, open, menu }
}

/**
 * A right click and a long press have a place of their own. Else the menu hangs from the button, towards the
 * middle of the window.
 */
function placeOf(event: MouseEvent, button: HTMLElement): Omit<MenuAnchor, 'opener'> {
  if (event.type === 'contextmenu' && event.button >= 0)
    return { x: event.clientX, y: event.clientY, align: 'start', byKey: false }
  const { left, right, bottom } = button.getBoundingClientRect()
  const byKey = event.detail === 0
  return left < window.innerWidth / 2
    ? { x: left, y: bottom, align: 'start', byKey }
    : { x: right, y: bottom, align: 'end', byKey }
}

/** What has the focus inside of an element. */
function focusedIn(element: Element): HTMLElement | null {
  const focused = document.activeElement
  return focused instanceof HTMLElement && element.contains(focused) ? focused : null
}
