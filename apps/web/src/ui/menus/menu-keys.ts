import type { KeyboardEvent } from 'react'

/** Moves the focus between the entries of a menu by the arrow keys, Home and End. */
export function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  const items = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]'))
  const at = items.indexOf(document.activeElement as HTMLElement)
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: (Math.max(at, 0) + items.length - 1) % items.length,
    Home: 0,
    End: items.length - 1,
  }
  const target = targets[event.key]
  if (target === undefined) return
  event.preventDefault()
  items[target]?.focus()
}
