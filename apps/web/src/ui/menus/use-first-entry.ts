import { type RefObject, useEffect } from 'react'

/** Gives the first entry of a menu the focus when it opens by the keyboard. */
export function useFirstEntry(menu: RefObject<HTMLElement | null>, byKey: boolean): void {
  useEffect(() => {
    if (!byKey) return
    // After Radix has focused the menu itself.
    const frame = requestAnimationFrame(() =>
      menu.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [menu, byKey])
}
