import type { Source } from '@refrain/player/state'
import { announce } from './announce.ts'
import { player } from './player.ts'

/** Shuffles a list, or returns it to its own order (NOW-09, READ-11). */
export function toggleShuffle(source: Source = player.getState().source): void {
  player.toggleShuffle(source)
  announce(player.getState().shuffled[source] ? 'Shuffle on' : 'Shuffle off')
}
