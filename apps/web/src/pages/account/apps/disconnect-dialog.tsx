import { appsTexts } from '@refrain/messages/en/account/apps'
import { commonTexts } from '@refrain/messages/en/common'
import { useState } from 'react'
import { errorText } from '../../../api/error-text.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'

interface Props {
  readonly title: string
  readonly text: string
  readonly disconnect: () => Promise<unknown>
  readonly onClose: () => void
}

/** Asks before apps are disconnected, which nothing undoes, and says so if that failed. */
export function DisconnectDialog({ title, text, disconnect, onClose }: Props) {
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  async function end(): Promise<void> {
    if (busy) return
    setBusy(true)
    try {
      await disconnect()
      onClose()
    } catch (error) {
      setFailure(errorText(error))
      setBusy(false)
    }
  }
  return (
    <Dialog role="alertdialog" title={title} text={text} answered={busy} onClose={onClose}>
      <p role="status" className="-mt-4 w-full text-quiet empty:hidden">
        {failure}
      </p>
      <button type="button" aria-disabled={busy || undefined} className="button" onClick={onClose}>
        {commonTexts.cancel}
      </button>
      <button
        type="button"
        aria-disabled={busy || undefined}
        className="button button-grave"
        onClick={() => void end()}
      >
        {appsTexts.disconnect}
      </button>
    </Dialog>
  )
}
