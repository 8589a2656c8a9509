import { useState } from 'react'

/** Local storage key of the panel's closed state (LAY-07). */
const KEY = 'isRightClosed'

/** Whether the right panel is open: by default it is (LAY-06). */
export function useRightPanel(): { open: boolean; toggle: () => void } {
  const [open, setOpen] = useState(() => readStorage() !== 'true')
  function toggle(): void {
    setOpen(!open)
    try {
      localStorage.setItem(KEY, String(open))
    } catch {
      // Where nothing can be kept, the panel still opens and closes.
    }
  }
  return { open, toggle }
}

function readStorage(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
