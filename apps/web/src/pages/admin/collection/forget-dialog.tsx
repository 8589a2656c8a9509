import type { ForgetPreview } from '@refrain/contract/administration/collection'
import { collectionTexts } from '@refrain/messages/en/administration/collection'
import { useQuery } from '@tanstack/react-query'
import { useToken } from '../../../account/session.ts'
import { forgetPreviewQuery } from '../../../administration/collection-queries.ts'
import { ConfirmButtons } from '../../../ui/dialogs/confirm-buttons.tsx'
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
      <ConfirmButtons
        label={collectionTexts.forgetYes}
        grave
        onCancel={onClose}
        onConfirm={() => {
          onClose()
          if (runId !== null) onForget(runId)
        }}
      />
    </Dialog>
  )
}

function describeLoss({ listeners, likes, playlistEntries: entries }: ForgetPreview): string {
  return listeners === 0
    ? collectionTexts.forgetNoLoss
    : collectionTexts.forgetLoss({ listeners, likes, entries })
}
