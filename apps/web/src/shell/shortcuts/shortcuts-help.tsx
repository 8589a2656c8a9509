import { lazy, Suspense, useEffect, useState } from 'react'
import { isFree } from '../../listening/engine/player-keys.ts'
import { loadPart } from '../../ui/loading/load-part.ts'

const KeysDialog = lazy(() => loadPart(() => import('./shortcuts-dialog.tsx')))

/** Opens the list of keyboard shortcuts on `?`. */
export function ShortcutsHelp() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const unmounted = new AbortController()
    document.addEventListener(
      'keydown',
      event => {
        if (event.key === '?' && isFree(event)) setOpen(true)
      },
      { signal: unmounted.signal },
    )
    return () => unmounted.abort()
  }, [])
  if (!open) return null
  return (
    <Suspense>
      <KeysDialog onClose={() => setOpen(false)} />
    </Suspense>
  )
}
