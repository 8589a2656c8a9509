import { useState } from 'react'
import { readLocal, writeLocal } from '../../ui/browser/local-storage.ts'

/** Local storage key; 'true' if the panel is closed. */
const KEY = 'isRightClosed'

/** Whether the right panel is open, stored across visits; open by default. */
export function useRightPanel(): { open: boolean; toggle: () => void } {
  const [open, setOpen] = useState(() => readLocal(KEY) !== 'true')
  function toggle(): void {
    setOpen(!open)
    writeLocal(KEY, String(open))
  }
  return { open, toggle }
}
