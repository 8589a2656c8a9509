import { lazy, type MouseEvent, type ReactNode, Suspense, useCallback, useState } from 'react'
import type { MenuEntry, MenuPlace } from './options-menu.tsx'

const load = () => import('./options-menu.tsx')
const OptionsMenu = lazy(load)

/** Fetches the menu's code before it is needed: when a pointer or the focus comes near. */
export function prepareOptionsMenu(): void {
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
  const [state, setState] = useState<{ readonly place: MenuPlace; readonly of: Of } | null>(null)
  const open = useCallback<OpenMenu<Of>>((event, button, of) => {
    event.preventDefault()
    const atPointer = event.type === 'contextmenu' && event.button === 2
    const { right, bottom } = button.getBoundingClientRect()
    const [x, y] = atPointer ? [event.clientX, event.clientY] : [right, bottom]
    setState({ of, place: { button, x, y, byKey: !atPointer && event.detail === 0 } })
  }, [])
  const menu = state && (
    <Suspense>
      <OptionsMenu
        key={`${state.place.x} ${state.place.y}`}
        place={state.place}
        entries={entriesOf(state.of)}
        onClose={() => setState(null)}
      />
    </Suspense>
  )
  return { opened: state?.of ?? null, open, menu }
}
