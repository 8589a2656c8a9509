import { Check } from 'lucide-react'
import type { MenuAction } from './menu-entry.ts'
import { useMenuAction } from './use-menu-action.ts'

/** What the entries of a sheet share with it. */
export interface SheetParts {
  /** The element that second pages are rendered into. */
  readonly pages: HTMLElement | null
  /** Label of the sub-menu that is open. */
  readonly page: string | null
  readonly onPage: (label: string | null) => void
  readonly onClose: () => void
  /** Returns the focus before an action that may open something else. */
  readonly release: () => void
}

interface Props {
  readonly entry: MenuAction
  readonly sheet: SheetParts
}

export function SheetAction({ entry: { label, icon, note, ...action }, sheet }: Props) {
  const { isDone, select } = useMenuAction(action, sheet.onClose)
  const Icon = isDone ? Check : icon
  return (
    <button
      type="button"
      role="menuitem"
      className="menu-sheet-item"
      onClick={() => {
        if (!action.done) sheet.release()
        if (!select()) sheet.onClose()
      }}
    >
      <Icon aria-hidden />
      <bdi className="min-w-0 flex-1">{isDone ? action.done : label}</bdi>
      {note && !isDone && <span className="text-sm text-quiet">{note}</span>}
    </button>
  )
}
