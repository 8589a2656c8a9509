import type { Player } from '@refrain/player/player'
import { readLocal, writeLocal } from '../../ui/browser/local-storage.ts'
import { STARTED_TAB } from '../resume/saved-values.ts'
import type { Leadership } from './lead-tabs.ts'
import type { TabChannel, TabStart } from './tab-channel.ts'

/**
 * Lets only one tab play: the one where play was pressed last. That tab leads.
 * @param onLost called when another tab takes over
 */
export function coordinateTabs(
  player: Player,
  channel: TabChannel,
  leadership: Leadership,
  onLost: () => void,
): { holdsPlayback(): boolean } {
  const { id } = leadership
  let isPlaying = false
  let own: TabStart | undefined
  /** The latest start of any tab, so that a clock that is set back does not matter. */
  let latestAt = 0

  function follow(): void {
    const { status } = player.getState()
    const wasPlaying = isPlaying
    isPlaying = status === 'loading' || status === 'playing'
    if (!isPlaying || wasPlaying) return
    leadership.take()
    writeLocal(STARTED_TAB, id)
    latestAt = Math.max(Date.now(), latestAt + 1)
    own = { type: 'starts', id, startedAt: latestAt }
    channel.post(own)
  }

  channel.listen(message => {
    if (message === 'asks' && isPlaying && own) channel.post(own)
    if (typeof message === 'string' || message.type !== 'starts') return
    latestAt = Math.max(latestAt, message.startedAt)
    // Not by what is stored: processes see each other's writes late, and two tabs would play.
    if (own && isLater(own, message)) return
    if (isPlaying) player.pause()
    onLost()
  })
  player.subscribe(follow)
  follow()
  if (!isPlaying) channel.post('asks')

  return {
    /** Whether this tab plays, and no other one has started since. */
    holdsPlayback: () => isPlaying && readLocal(STARTED_TAB) === id,
  }
}

function isLater(one: TabStart, other: TabStart): boolean {
  return one.startedAt === other.startedAt ? one.id > other.id : one.startedAt > other.startedAt
}
