import { useEffect, useState } from 'react'
import type { MenuAction } from './menu-entry.ts'

/** Milliseconds the `done` label is shown before the menu closes. */
const DONE_MS = 900

/** What choosing an entry does: runs its action, and shows its `done` label for a moment after success. */
export function useMenuAction(
  { onSelect, done }: Pick<MenuAction, 'onSelect' | 'done'>,
  onClose: () => void,
): {
  readonly isDone: boolean
  /** @returns whether the menu must stay open until then */
  readonly select: () => boolean
} {
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(onClose, DONE_MS)
    return () => clearTimeout(timer)
  }, [isDone, onClose])
  function select(): boolean {
    const pending = onSelect()
    if (!done || !pending) return false
    pending.then(() => setDone(true), onClose)
    return true
  }
  return { isDone, select }
}
