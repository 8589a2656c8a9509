import { commonTexts } from '@refrain/messages/en/common'
import { shortcutsTexts } from '@refrain/messages/en/shortcuts'
import { useId } from 'react'
import { useToken } from '../../account/session.ts'
import { LETTER_KEYS, setKeyOn, useKeysOn } from '../../listening/engine/letter-keys.ts'
import { playerKeys } from '../../listening/engine/player-keys.ts'
import { isApple } from '../../ui/browser/is-apple.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { filterShortcut } from '../../ui/filter/filter-shortcut.ts'
import '../../ui/forms/switch.css'
import { queueShortcut } from './queue-shortcut.ts'
import { likeShortcut } from './use-like-shortcut.ts'
import { searchShortcut } from './use-search-shortcut.ts'

/** Handled in use-row-reordering.ts. */
const moveShortcuts = [
  { shown: 'Alt ↑', does: 'moveUp' },
  { shown: 'Alt ↓', does: 'moveDown' },
] as const

/** Handled in use-grid.ts. */
const listShortcuts = [
  { shown: '↑ ↓', does: 'otherRow' },
  { shown: '← →', does: 'inRow' },
  { shown: 'Home End', does: 'firstOrLast' },
  { shown: 'Letters', does: 'typeAhead' },
] as const

interface Shortcut {
  readonly shown: string
  readonly does: keyof typeof shortcutsTexts
}

/** Names of keys that differ between languages. */
const KEY_NAMES: Readonly<Record<string, keyof typeof shortcutsTexts>> = {
  Alt: 'alt',
  Shift: 'shift',
  Space: 'space',
  Ctrl: 'ctrl',
  Home: 'home',
  End: 'end',
  Letters: 'letters',
}

function keyName(key: string): string {
  if (key === 'Ctrl' && isApple()) return '⌘'
  const name = KEY_NAMES[key.trim()]
  return name ? shortcutsTexts[name] : key
}

/** The list of keyboard shortcuts. */
export default function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const isMember = useToken() !== null
  const isOn = useKeysOn()
  const id = useId()
  const rows = (keys: readonly Shortcut[]) =>
    keys.map(({ shown, does }) => {
      const letter = LETTER_KEYS.find(key => key === shown.toLowerCase())
      return (
        <div key={shown} className="flex items-center justify-between gap-8 py-1">
          <dt id={letter && `${id}does${letter}`} className="text-quiet">
            {shortcutsTexts[does]}
          </dt>
          <dd className="flex items-center gap-3">
            <kbd id={letter && `${id}key${letter}`} className="flex gap-1">
              {shown.split(/(?= )/).map(key => (
                <kbd
                  key={key}
                  className="min-w-6 rounded-small bg-pressed px-2 py-1 text-center font-sans text-xs font-semibold"
                >
                  {keyName(key)}
                </kbd>
              ))}
            </kbd>
            {letter && (
              <button
                type="button"
                role="switch"
                aria-checked={isOn(letter)}
                aria-labelledby={`${id}key${letter} ${id}does${letter}`}
                className="switch"
                onClick={() => setKeyOn(letter, !isOn(letter))}
              />
            )}
          </dd>
        </div>
      )
    })
  return (
    <Dialog title={shortcutsTexts.keyboardShortcuts} onClose={onClose}>
      <div className="-mt-3 w-full text-sm">
        <p className="mb-2 text-quiet">{shortcutsTexts.lettersCanBeOff}</p>
        <dl>
          {rows([
            ...playerKeys.filter(key => !key.inPlayer),
            queueShortcut,
            likeShortcut,
            searchShortcut,
            filterShortcut,
          ])}
        </dl>
        <h3 className="mt-4 mb-1 text-xs font-semibold text-quiet">{shortcutsTexts.inAList}</h3>
        <dl>{rows(listShortcuts)}</dl>
        {isMember && (
          <>
            <h3 className="mt-4 mb-1 text-xs font-semibold text-quiet">{shortcutsTexts.inYourPlaylists}</h3>
            <dl>{rows(moveShortcuts)}</dl>
          </>
        )}
        <h3 className="mt-4 mb-1 text-xs font-semibold text-quiet">{shortcutsTexts.inThePlayer}</h3>
        <dl>{rows(playerKeys.filter(key => key.inPlayer))}</dl>
      </div>
      <button
        type="button"
        // The dialog opens with the focus here, not on the first switch.
        ref={button => button?.setAttribute('autofocus', '')}
        className="button"
        onClick={onClose}
      >
        {commonTexts.close}
      </button>
    </Dialog>
  )
}
