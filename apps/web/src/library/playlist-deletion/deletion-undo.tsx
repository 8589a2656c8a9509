import { libraryTexts } from '@refrain/messages/en/library'
import { type MouseEvent, useEffect, useState, useSyncExternalStore } from 'react'
import { useToken } from '../../account/session.ts'
import { ErrorToast, TOAST_MS } from '../../ui/dialogs/toast.tsx'
import { type Deletion, endUndo, lastDeletion } from './last-deletion.ts'

/** How long a deletion can be undone, unless the listener is about to. */
export const UNDO_MS = 8_000

interface Props {
  readonly deletion: Deletion
}

/** Offers to undo the last deletion of a playlist, and says if that failed. */
export default function DeletionUndo() {
  const { deletion } = useSyncExternalStore(
    lastDeletion.subscribe,
    lastDeletion.getState,
    lastDeletion.getState,
  )
  const token = useToken()
  if (!deletion || deletion.token !== token) return null
  return deletion.isFinal ? <Refusal deletion={deletion} /> : <Offer deletion={deletion} />
}

/** Stays as long as the pointer or the focus is on it. */
function Offer({ deletion }: Props) {
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  useEnd(deletion, UNDO_MS, isHovered || isFocused)

  function undo({ currentTarget }: MouseEvent): void {
    // The button disappears: the next Tab goes on from here.
    currentTarget.closest('main')?.focus({ preventScroll: true })
    void deletion.undo(deletion)
  }

  const text = libraryTexts.deleted({ playlist: deletion.playlist.title })
  return (
    <section
      aria-label={text}
      className="fixed right-[calc(var(--frame-right)+1rem)] bottom-[calc(var(--frame-bottom)+0.75rem)] left-[calc(var(--frame-left)+1rem)] z-50 mx-auto flex w-fit max-w-md items-center gap-2 rounded-panel border border-line bg-overlay py-1 ps-4 pe-1 text-sm font-medium shadow-float transition-opacity starting:opacity-0"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <span className="line-clamp-2 min-w-0 [overflow-wrap:anywhere]">{text}</span>
      <button type="button" className="button flex-none bg-transparent px-4 text-accent" onClick={undo}>
        {libraryTexts.undo}
      </button>
    </section>
  )
}

function Refusal({ deletion }: Props) {
  useEnd(deletion, TOAST_MS)
  return <ErrorToast message={libraryTexts.notRestored({ playlist: deletion.playlist.title })} />
}

/** @param isHeld the time starts again afterwards */
function useEnd(deletion: Deletion, ms: number, isHeld = false): void {
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => endUndo(deletion), ms)
    return () => clearTimeout(timer)
  }, [deletion, ms, isHeld])
}
