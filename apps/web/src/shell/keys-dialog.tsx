import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { playerKeys } from '../listening/player-keys.ts'

/** The list of keys, opened by `?`. */
export default function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const rows = (inPlayer: boolean) =>
    playerKeys
      .filter(row => (row.inPlayer ?? false) === inPlayer)
      .map(({ shown, does }) => (
        <div key={shown} className="flex items-center justify-between gap-8 py-1.5">
          <dt className="text-quiet">{does}</dt>
          <dd>
            <kbd className="rounded-small bg-pressed px-2 py-1 font-sans text-xs font-semibold">{shown}</kbd>
          </dd>
        </div>
      ))
  return (
    <dialog
      ref={dialog}
      aria-labelledby="keys"
      className="m-auto w-80 max-w-[calc(100vw-2rem)] rounded-panel border border-line bg-overlay p-5 text-sm shadow-float backdrop:bg-shade"
      onClose={onClose}
    >
      <div className="mb-3 flex items-center justify-between">
        <h2 id="keys" className="text-lg font-bold">
          Keys
        </h2>
        <button type="button" aria-label="Close" className="icon-button -mr-2" onClick={onClose}>
          <X aria-hidden className="size-5" />
        </button>
      </div>
      <dl>{rows(false)}</dl>
      <h3 className="mt-4 mb-1 text-xs font-semibold text-quiet">In the player</h3>
      <dl>{rows(true)}</dl>
    </dialog>
  )
}
