import type { Track } from '@refrain/contract/catalogue/tracks'
import { libraryTexts } from '@refrain/messages/en/library'
import { keyOf } from '@refrain/player/queue/id-index'
import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpDown, ArrowUpToLine } from 'lucide-react'
import type { MenuEntry } from '../../ui/menus/menu-entry.ts'

/** Menu entries that move a track, for listeners who cannot drag. */
export function moveEntries(
  tracks: readonly Track[],
  track: Track,
  move: (entryId: string, indexFrom: (from: number) => number) => void,
): MenuEntry[] {
  const id = keyOf(track)
  const index = tracks.findIndex(other => keyOf(other) === id)
  const last = tracks.length - 1
  if (index < 0 || last < 1) return []
  const action = (label: string, icon: typeof ArrowUp, to: number) => ({
    label,
    icon,
    onSelect: () => move(id, () => to),
  })
  const up = [action(libraryTexts.up, ArrowUp, index - 1), action(libraryTexts.toTheTop, ArrowUpToLine, 0)]
  const down = [
    action(libraryTexts.down, ArrowDown, index + 1),
    action(libraryTexts.toTheEnd, ArrowDownToLine, last),
  ]
  return [
    {
      label: libraryTexts.move,
      icon: ArrowUpDown,
      entries: [...(index > 0 ? up : []), ...(index < last ? down : [])],
    },
  ]
}
