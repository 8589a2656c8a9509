import { deleteUser } from '@refrain/contract/account/own-account'
import { accountTexts } from '@refrain/messages/en/account'
import { commonTexts } from '@refrain/messages/en/common'
import { call } from '../api/call.ts'
import { ConfirmButtons } from '../ui/dialogs/confirm-buttons.tsx'
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
      title={accountTexts.deleteAccountQuestion}
      text={accountTexts.deleteAccountWarning}
      onClose={onClose}
    >
      <ConfirmButtons label={commonTexts.delete} grave onCancel={onClose} onConfirm={confirm} />
    </Dialog>
  )
}
