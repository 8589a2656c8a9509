import type { ListSource } from '@refrain/player/state/player-state'
import { announce } from '../announcements/announce.ts'
import { player } from './player.ts'

/** Shuffles a list, or returns it to its own order (NOW-09, READ-11). */
export function toggleShuffle(source: ListSource = player.getState().source): void {
  player.toggleShuffle(source)
  announce(player.getState().shuffled[source] ? 'Shuffle on' : 'Shuffle off')
}
