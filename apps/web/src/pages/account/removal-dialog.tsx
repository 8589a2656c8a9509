import { useState } from 'react'
import { flushSync } from 'react-dom'
import { errorText } from '../../api/error-text.ts'
import { ConfirmButtons } from '../../ui/dialogs/confirm-buttons.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'

interface Props {
  readonly title: string
  readonly text: string
  /** Of the button that removes it. */
  readonly label: string
  readonly remove: () => Promise<unknown>
  readonly onClose: () => void
  /** Called once it is removed and the dialog has closed: moves the focus, since what had it goes away. */
  readonly onRemoved: () => void
}

/** Asks before something of the account is removed, which nothing undoes. Stays open with the reason if that failed. */
export function RemovalDialog({ title, text, label, remove, onClose, onRemoved }: Props) {
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  async function confirm(): Promise<void> {
    setFailure('')
    setBusy(true)
    try {
      await remove()
    } catch (error) {
      setFailure(errorText(error))
      setBusy(false)
      return
    }
    // A dialog that closes returns the focus.
    flushSync(onClose)
    onRemoved()
  }
  return (
    <Dialog role="alertdialog" title={title} text={text} answered={busy} onClose={onClose}>
      <p role="status" className="-mt-4 w-full text-quiet empty:hidden">
        {failure}
      </p>
      <ConfirmButtons label={label} grave busy={busy} onCancel={onClose} onConfirm={() => void confirm()} />
    </Dialog>
  )
}
