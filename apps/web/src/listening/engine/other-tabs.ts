import type { Player } from '@refrain/player/player'

/**
 * `starts`: other tabs pause. `asks`: the playing tab answers `starts`. `leaves`: the playing tab has closed.
 */
type TabMessage = 'starts' | 'asks' | 'leaves'

const CHANNEL = 'player'

/**
 * Lets only one tab play: the one where play was pressed last. That tab owns the saved player state; when it
 * closes, any tab may write it.
 * @param onLost called when another tab takes over
 */
export function coordinateTabs(player: Player, onLost: () => void): { readonly isOwner: () => boolean } {
  let isOwner = true
  let isPlaying = false
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : undefined
  const post = (message: TabMessage) => channel?.postMessage(message)

  function follow(): void {
    const { status } = player.getState()
    const wasPlaying = isPlaying
    isPlaying = status === 'loading' || status === 'playing'
    if (!isPlaying || wasPlaying) return
    isOwner = true
    post('starts')
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data === 'leaves') isOwner = true
    if (data === 'asks' && isPlaying) post('starts')
    if (data !== 'starts') return
    isOwner = false
    if (isPlaying) player.pause()
    onLost()
  })
  addEventListener('pagehide', () => isOwner && post('leaves'))
  player.subscribe(follow)
  follow()
  if (!isPlaying) post('asks')
  return { isOwner: () => isOwner }
}
