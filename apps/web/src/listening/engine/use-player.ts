import type { PlayerState, Progress } from '@refrain/player/state/player-state'
import { useSyncExternalStore } from 'react'
import { player } from './player.ts'

/** Reads from the player; draws again only when what `select` answers is another value. */
export function usePlayer<Value>(select: (state: PlayerState) => Value): Value {
  const read = () => select(player.getState())
  return useSyncExternalStore(player.subscribe, read, read)
}

/** Where the sound is. Changes several times a second: only for what shows it. */
export function useProgress<Value>(select: (progress: Progress) => Value): Value {
  const read = () => select(player.progress.getState())
  return useSyncExternalStore(player.progress.subscribe, read, read)
}
