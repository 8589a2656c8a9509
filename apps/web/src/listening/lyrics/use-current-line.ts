import { useEffect, useState } from 'react'
import { player } from '../engine/player.ts'
import { lineAt, watchCurrentLine } from './current-line.ts'

/** The current line of synced lyrics, -1 before the first; rerenders only when it changes. */
export function useCurrentLine(starts: readonly number[]): number {
  const [line, setLine] = useState(() => lineAt(starts, player.progress.getState().position))
  useEffect(() => watchCurrentLine(player, starts, setLine), [starts])
  return line
}
