import { archiveTexts } from '@refrain/messages/en/archive'
import { Upload } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { loadPart } from '../../ui/loading/load-part.ts'
import { Spinner } from '../../ui/loading/spinner.tsx'

const ImportArchiveDialog = lazy(() => loadPart(() => import('./import-archive-dialog.tsx')))

/** Chooses an archive of another instance, and opens a dialog that says what it brings. */
export function ImportArchiveButton() {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  return (
    <>
      <button type="button" className="button" onClick={() => input.current?.click()}>
        <Upload aria-hidden className="size-5" />
        {archiveTexts.importData}
      </button>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        aria-label={archiveTexts.archive}
        tabIndex={-1}
        hidden
        onChange={({ target }) => {
          setFile(target.files?.[0] ?? null)
          // Allow choosing the same file again.
          target.value = ''
        }}
      />
      {file && (
        <Suspense fallback={<Spinner />}>
          <ImportArchiveDialog file={file} onClose={() => setFile(null)} />
        </Suspense>
      )}
    </>
  )
}
