import { accountTexts } from '@refrain/messages/en/account'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Spinner } from '../../ui/loading/spinner.tsx'

/** Downloads everything the service knows about the listener. Failures are only logged. */
export function ArchiveButton() {
  const [busy, setBusy] = useState(false)
  async function download(): Promise<void> {
    setBusy(true)
    try {
      const { downloadArchive } = await import('./data-archive.ts')
      await downloadArchive()
    } catch (error) {
      console.error('Could not create the archive.', error)
    }
    setBusy(false)
  }
  return (
    <button
      type="button"
      aria-disabled={busy || undefined}
      className="button"
      onClick={busy ? undefined : () => void download()}
    >
      {busy ? <Spinner /> : <Download aria-hidden className="size-5" />}
      {accountTexts.downloadMyData}
    </button>
  )
}
