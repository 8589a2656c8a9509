import type { PicturedRecord } from '@refrain/contract/administration/catalogue-pictures'
import { picturesTexts } from '@refrain/messages/en/pictures'
import { ImagePlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { loadPart } from '../../../ui/loading/load-part.ts'

const PictureDialog = lazy(() => loadPart(() => import('./picture-dialog.tsx')))

interface Props {
  readonly record: PicturedRecord
  /** Name of the album or artist. */
  readonly name: string
  readonly className?: string
}

/** A button that opens the dialog for another picture. */
export function PictureButton({ record, name, className = '' }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={picturesTexts.changePictureOf({ name })}
        title={picturesTexts.changePicture}
        className={`icon-button ${className}`}
        onClick={() => setOpen(true)}
      >
        <ImagePlus aria-hidden className="size-5" />
      </button>
      {isOpen && (
        <Suspense>
          <PictureDialog record={record} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
