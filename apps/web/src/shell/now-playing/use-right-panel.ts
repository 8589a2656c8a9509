import { useState } from 'react'
import { readLocal, writeLocal } from '../../ui/browser/local-storage.ts'

/** Local storage key of the panel's closed state. */
const KEY = 'isRightClosed'

/** Whether the right panel is open: by default it is. */
export function useRightPanel(): { open: boolean; toggle: () => void } {
  const [open, setOpen] = useState(() => readLocal(KEY) !== 'true')
  function toggle(): void {
    setOpen(!open)
    writeLocal(KEY, String(open))
  }
  return { open, toggle }
}
