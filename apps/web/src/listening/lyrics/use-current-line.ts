import { useEffect, useState } from 'react'
import { player } from '../engine/player.ts'
import { lineAt, watchCurrentLine } from './current-line.ts'

/** The line of synced lyrics that is being sung, -1 before the first; draws again only where it is another. */
export function useCurrentLine(starts: readonly number[]): number {
  const [line, setLine] = useState(() => lineAt(starts, player.progress.getState().position))
  useEffect(() => watchCurrentLine(player, starts, setLine), [starts])
  return line
}
