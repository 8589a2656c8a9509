import type { ForgetPreview } from '@refrain/contract/administration/collection'
import { collectionTexts } from '@refrain/messages/en/administration/collection'
import { commonTexts } from '@refrain/messages/en/common'
import { useQuery } from '@tanstack/react-query'
import { useToken } from '../../../account/session.ts'
import { forgetPreviewQuery } from '../../../administration/collection-queries.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'

interface Props {
  readonly onClose: () => void
  /** @param runId of the preview that was shown */
  readonly onForget: (runId: string) => void
}

/** Shows what listeners would lose before tracks are forgotten. */
export function ForgetDialog({ onClose, onForget }: Props) {
  const { data, error } = useQuery(forgetPreviewQuery(useToken()))
  if (error) throw error
  if (!data) return null
  const { runId } = data
  return (
    <Dialog
      role="alertdialog"
      title={collectionTexts.forgetQuestion({ count: data.tracks })}
      text={`${describeLoss(data)} ${collectionTexts.forgetBack}`}
      onClose={onClose}
    >
      <button type="button" className="button" onClick={onClose}>
        {commonTexts.cancel}
      </button>
      <button
        type="button"
        className="button button-grave"
        onClick={() => {
          onClose()
          if (runId !== null) onForget(runId)
        }}
      >
        {collectionTexts.forgetYes}
      </button>
    </Dialog>
  )
}

function describeLoss({ listeners, likes, playlistEntries: entries }: ForgetPreview): string {
  return listeners === 0
    ? collectionTexts.forgetNoLoss
    : collectionTexts.forgetLoss({ listeners, likes, entries })
}
