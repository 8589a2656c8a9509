import type { Playlist } from '@refrain/contract/library/playlists'
import { commonTexts } from '@refrain/messages/en/common'
import { libraryTexts } from '@refrain/messages/en/library'
import { ConfirmButtons } from '../../ui/dialogs/confirm-buttons.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'

interface Props {
  readonly playlist: Playlist
  /** Number of songs, as the page shows it. */
  readonly count: number
  readonly onClose: () => void
  readonly onConfirm: () => void
}

/** Asks before deleting a playlist, or all likes. */
export function DeletePlaylistDialog({ playlist, count, onClose, onConfirm }: Props) {
  const { type, title } = playlist
  return (
    <Dialog
      role="alertdialog"
      title={libraryTexts.deleteQuestion({ playlist: title })}
      text={type === 'liked' ? libraryTexts.deleteLikes({ count }) : libraryTexts.deleteSongs({ count })}
      onClose={onClose}
    >
      <ConfirmButtons label={commonTexts.delete} grave onCancel={onClose} onConfirm={onConfirm} />
    </Dialog>
  )
}
