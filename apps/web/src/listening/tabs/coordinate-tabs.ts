import type { Player } from '@refrain/player/player'
import { readLocal, writeLocal } from '../../ui/browser/local-storage.ts'
import type { Leadership } from './lead-tabs.ts'
import type { TabChannel } from './tab-channel.ts'

/** localStorage key: the id of the tab in which play was pressed last. */
export const STARTED_TAB = 'startedTab'

/**
 * Lets only one tab play: the one where play was pressed last. That tab leads.
 * @param onLost called when another tab takes over
 */
export function coordinateTabs(
  player: Player,
  channel: TabChannel,
  leadership: Leadership,
  onLost: () => void,
): void {
  let isPlaying = false

  function follow(): void {
    const { status } = player.getState()
    const wasPlaying = isPlaying
    isPlaying = status === 'loading' || status === 'playing'
    if (!isPlaying || wasPlaying) return
    leadership.take()
    writeLocal(STARTED_TAB, leadership.id)
    channel.post('starts')
  }

  channel.listen(message => {
    if (message === 'asks' && isPlaying) channel.post('starts')
    // Of two that start at once, the later one plays.
    if (message !== 'starts' || readLocal(STARTED_TAB) === leadership.id) return
    if (isPlaying) player.pause()
    onLost()
  })
  player.subscribe(follow)
  follow()
  if (!isPlaying) channel.post('asks')
}
