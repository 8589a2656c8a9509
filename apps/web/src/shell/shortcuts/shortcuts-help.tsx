import { lazy, Suspense, useEffect, useState } from 'react'
import { isFree } from '../../listening/player-keys.ts'

const KeysDialog = lazy(() => import('./shortcuts-dialog.tsx'))

/** Opens the list of keys under `?`, from anywhere but a text field. */
export function ShortcutsHelp() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    document.addEventListener(
      'keydown',
      event => {
        if (event.key === '?' && isFree(event)) setOpen(true)
      },
      { signal: leaving.signal },
    )
    return () => leaving.abort()
  }, [])
  if (!open) return null
  return (
    <Suspense>
      <KeysDialog onClose={() => setOpen(false)} />
    </Suspense>
  )
}
