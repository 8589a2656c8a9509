import { listeningTexts } from '@refrain/messages/en/listening'
import type { ListSource } from '@refrain/player/state/player-state'
import { announce } from '../announcements/announce.ts'
import { player } from './player.ts'

/** Shuffles a list, or restores its original order. @param isShown says so where no button in sight does */
export function toggleShuffle(source: ListSource, isShown: boolean): void {
  player.toggleShuffle(source)
  const { shuffleOn, shuffleOff } = listeningTexts
  announce(player.getState().shuffled[source] ? shuffleOn : shuffleOff, { isShown })
}
