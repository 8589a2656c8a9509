import { administrationTexts } from '@refrain/messages/en/administration'
import { collectionTexts } from '@refrain/messages/en/administration/collection'
import { X } from 'lucide-react'
import { useState } from 'react'
import { failureText, removeFolder } from '../../../administration/administer.ts'
import { ConfirmButtons } from '../../../ui/dialogs/confirm-buttons.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'

interface Props {
  readonly path: string
  readonly onFailure: (message: string) => void
}

/** Asks, then takes a folder out of those of music. */
export function RemoveFolderButton({ path, onFailure }: Props) {
  const [isAsking, setAsking] = useState(false)
  const remove = () =>
    removeFolder(path).catch(error => onFailure(failureText(error, administrationTexts.failed)))
  return (
    <>
      <button
        type="button"
        className="icon-button -my-2 ms-auto flex-none"
        aria-haspopup="dialog"
        aria-label={collectionTexts.removeFolder({ path })}
        onClick={() => setAsking(true)}
      >
        <X aria-hidden className="size-5" />
      </button>
      {isAsking && (
        <Dialog
          role="alertdialog"
          title={collectionTexts.removeFolderQuestion}
          text={collectionTexts.removeFolderText({ path })}
          onClose={() => setAsking(false)}
        >
          <ConfirmButtons
            label={collectionTexts.removeIt}
            grave
            onCancel={() => setAsking(false)}
            onConfirm={() => {
              setAsking(false)
              void remove()
            }}
          />
        </Dialog>
      )}
    </>
  )
}
