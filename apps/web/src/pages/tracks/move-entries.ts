import type { Track } from '@refrain/contract/catalogue/tracks'
import { libraryTexts } from '@refrain/messages/en/library'
import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpDown, ArrowUpToLine } from 'lucide-react'
import type { MenuEntry } from '../../ui/menus/menu-item.tsx'

/** Menu entries that move a track, for listeners who cannot drag. */
export function moveEntries(
  tracks: readonly Track[],
  { id }: Track,
  move: (trackId: string, indexFrom: (from: number) => number) => void,
): MenuEntry[] {
  const index = tracks.findIndex(track => track.id === id)
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
