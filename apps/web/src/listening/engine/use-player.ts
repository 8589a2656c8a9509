import type { PlayerState, Progress } from '@refrain/player/state/player-state'
import { useSyncExternalStore } from 'react'
import { player } from './player.ts'

/** Selects from the player's state; rerenders only when the selected value changes. */
export function usePlayer<Value>(select: (state: PlayerState) => Value): Value {
  const read = () => select(player.getState())
  return useSyncExternalStore(player.subscribe, read, read)
}

/** The playback position. Changes several times a second, so use it only where it is shown. */
export function useProgress<Value>(select: (progress: Progress) => Value): Value {
  const read = () => select(player.progress.getState())
  return useSyncExternalStore(player.progress.subscribe, read, read)
}
