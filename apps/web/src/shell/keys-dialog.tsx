import { useToken } from '../account/session.ts'
import { playerKeys } from '../listening/player-keys.ts'
import { Dialog } from '../ui/dialog.tsx'
import { queueKey } from './queue-key.ts'
import { likeKey } from './use-like-key.ts'
import { searchKey } from './use-search-key.ts'

/** The list of keys, opened by `?`. */
export default function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  // Members cannot like yet.
  const likes = useToken() === null ? [likeKey] : []
  const rows = (keys: readonly { readonly shown: string; readonly does: string }[]) =>
    keys.map(({ shown, does }) => (
      <div key={shown} className="flex items-center justify-between gap-8 py-1.5">
        <dt className="text-quiet">{does}</dt>
        <dd>
          <kbd className="rounded-small bg-pressed px-2 py-1 font-sans text-xs font-semibold">{shown}</kbd>
        </dd>
      </div>
    ))
  return (
    <Dialog title="Keys" onClose={onClose}>
      <div className="-mt-3 w-full text-sm">
        <dl>{rows([...playerKeys.filter(key => !key.inPlayer), queueKey, ...likes, searchKey])}</dl>
        <h3 className="mt-4 mb-1 text-xs font-semibold text-quiet">In the player</h3>
        <dl>{rows(playerKeys.filter(key => key.inPlayer))}</dl>
      </div>
      <button type="button" className="button" onClick={onClose}>
        Close
      </button>
    </Dialog>
  )
}
