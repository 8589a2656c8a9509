import { accountTexts } from '@refrain/messages/en/account'
import { commonTexts } from '@refrain/messages/en/common'
import { useState } from 'react'
import { Dialog } from '../ui/dialogs/dialog.tsx'

interface Props {
  readonly onClose: () => void
  readonly onConfirm: () => Promise<void>
}

/** Asks before logging out; closes on Cancel, a click outside, Escape and scroll. */
export function LogoutDialog({ onClose, onConfirm }: Props) {
  const [leaving, setLeaving] = useState(false)
  function confirm(): void {
    if (leaving) return
    setLeaving(true)
    void onConfirm()
  }
  return (
    <Dialog title={accountTexts.logoutQuestion} closesOnScroll answered={leaving} onClose={onClose}>
      <button
        type="button"
        aria-disabled={leaving || undefined}
        className="button"
        onClick={leaving ? undefined : onClose}
      >
        {commonTexts.cancel}
      </button>
      <button
        type="button"
        aria-disabled={leaving || undefined}
        className="button button-accent"
        onClick={confirm}
      >
        {accountTexts.logout}
      </button>
    </Dialog>
  )
}
