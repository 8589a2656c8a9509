import { lazy, Suspense } from 'react'
import { loadPart } from '../../ui/loading/load-part.ts'
import { useConfirmationAsked } from './confirmation.ts'

const ConfirmationDialog = lazy(() => loadPart(() => import('./confirmation-dialog.tsx')))

/** The place of the dialog that asks listeners who they are before a sensitive change. */
export function ConfirmationHost() {
  return (
    useConfirmationAsked() && (
      <Suspense>
        <ConfirmationDialog />
      </Suspense>
    )
  )
}
