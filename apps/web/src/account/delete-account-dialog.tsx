import { deleteUser } from '@refrain/contract/account/own-account'
import { call } from '../api/call.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'

interface Props {
  readonly onClose: () => void
  readonly onDeleted: () => Promise<void>
}

/** Asks before deleting the account. If the call fails, nothing happens. */
export function DeleteAccountDialog({ onClose, onDeleted }: Props) {
  function confirm(): void {
    onClose()
    call(deleteUser, {}).then(onDeleted, () => {})
  }
  return (
    <Dialog
      role="alertdialog"
      title="Are you absolutely sure?"
      text="This action cannot be undone. This will permanently delete your account and remove your data from our servers."
      onClose={onClose}
    >
      <button type="button" className="button" onClick={onClose}>
        Cancel
      </button>
      <button type="button" className="button button-grave" onClick={confirm}>
        Delete
      </button>
    </Dialog>
  )
}
