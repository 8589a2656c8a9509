import type { PlayerState, Progress } from '@refrain/player/state'
import { useSyncExternalStore } from 'react'
import { player } from './player.ts'

/** Reads from the player; draws again only when what `select` answers is another value. */
export function usePlayer<Value>(select: (state: PlayerState) => Value): Value {
  return useSyncExternalStore(player.subscribe, () => select(player.getState()))
}

/** Where the sound is. Changes several times a second: only for what shows it. */
export function useProgress<Value>(select: (progress: Progress) => Value): Value {
  return useSyncExternalStore(player.progress.subscribe, () => select(player.progress.getState()))
}
