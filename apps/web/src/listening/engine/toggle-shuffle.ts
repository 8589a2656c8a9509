import { listeningTexts } from '@refrain/messages/en/listening'
import type { ListSource } from '@refrain/player/state/player-state'
import { announce } from '../announcements/announce.ts'
import { player } from './player.ts'

/** Shuffles a list, or restores its original order. */
export function toggleShuffle(source: ListSource = player.getState().source): void {
  player.toggleShuffle(source)
  announce(player.getState().shuffled[source] ? listeningTexts.shuffleOn : listeningTexts.shuffleOff)
}
