import { player } from './player.ts'
import { toggleShuffle } from './toggle-shuffle.ts'

/**
 * The shuffle button of an album or another list. Shuffle is one setting for all of them: off, a press switches it on and plays
 * the list, unless it is what plays already; on, a press switches it off. What plays continues.
 */
export function shuffleList(listId: string, start: () => void): void {
  const { track, source, list, shuffled } = player.getState()
  toggleShuffle('album', false)
  const isCurrent = track !== null && source === 'album' && list?.id === listId
  if (!shuffled.album && !isCurrent) start()
}
