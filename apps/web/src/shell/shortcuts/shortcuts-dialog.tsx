import { useToken } from '../../account/session.ts'
import { playerKeys } from '../../listening/engine/player-keys.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { queueShortcut } from './queue-shortcut.ts'
import { likeShortcut } from './use-like-shortcut.ts'
import { searchShortcut } from './use-search-shortcut.ts'

/** Handled in use-row-reordering.ts. */
const moveShortcuts = [
  { shown: 'Alt ↑', does: 'Move the song up' },
  { shown: 'Alt ↓', does: 'Move the song down' },
]

/** The list of keyboard shortcuts. */
export default function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const isMember = useToken() !== null
  const rows = (keys: readonly { readonly shown: string; readonly does: string }[]) =>
    keys.map(({ shown, does }) => (
      <div key={shown} className="flex items-center justify-between gap-8 py-1">
        <dt className="text-quiet">{does}</dt>
        <dd>
          <kbd className="flex gap-1">
            {shown.split(/(?= )/).map(key => (
              <kbd
                key={key}
                className="min-w-6 rounded-small bg-pressed px-2 py-1 text-center font-sans text-xs font-semibold"
              >
                {key}
              </kbd>
            ))}
          </kbd>
        </dd>
      </div>
    ))
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <div className="-mt-3 w-full text-sm">
        <dl>
          {rows([...playerKeys.filter(key => !key.inPlayer), queueShortcut, likeShortcut, searchShortcut])}
        </dl>
        {isMember && (
          <>
            <h3 className="mt-4 mb-1 text-xs font-semibold text-quiet">In your playlists</h3>
            <dl>{rows(moveShortcuts)}</dl>
          </>
        )}
        <h3 className="mt-4 mb-1 text-xs font-semibold text-quiet">In the player</h3>
        <dl>{rows(playerKeys.filter(key => key.inPlayer))}</dl>
      </div>
      <button type="button" className="button" onClick={onClose}>
        Close
      </button>
    </Dialog>
  )
}
