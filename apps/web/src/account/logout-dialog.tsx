import { accountTexts } from '@refrain/messages/en/account'
import { useState } from 'react'
import { ConfirmButtons } from '../ui/dialogs/confirm-buttons.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'

interface Props {
  readonly onClose: () => void
  readonly onConfirm: () => Promise<void>
}

/** Asks before logging out; closes on Cancel, a click outside, Escape and scroll. */
export function LogoutDialog({ onClose, onConfirm }: Props) {
  const [leaving, setLeaving] = useState(false)
  function confirm(): void {
    setLeaving(true)
    void onConfirm()
  }
  return (
    <Dialog title={accountTexts.logoutQuestion} closesOnScroll answered={leaving} onClose={onClose}>
      <ConfirmButtons label={accountTexts.logout} busy={leaving} onCancel={onClose} onConfirm={confirm} />
    </Dialog>
  )
}
