import type { Player } from '@refrain/player/player'

/** `starts`: what plays elsewhere pauses; `asks`: whoever plays says so; `leaves`: nobody does any more. */
type Word = 'starts' | 'asks' | 'leaves'

const CHANNEL = 'player'

/**
 * Lets one tab play at a time, the one where it was pressed last; what is kept is that tab's to write, and any
 * tab's once it has closed. `onLost` is called whenever another tab takes over.
 */
export function coordinateTabs(player: Player, onLost: () => void): { readonly isOurs: () => boolean } {
  let isOurs = true
  let isOn = false
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : undefined
  const say = (word: Word) => channel?.postMessage(word)

  function follow(): void {
    const { status } = player.getState()
    const wasOn = isOn
    isOn = status === 'loading' || status === 'playing'
    if (!isOn || wasOn) return
    isOurs = true
    say('starts')
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (data === 'leaves') isOurs = true
    if (data === 'asks' && isOn) say('starts')
    if (data !== 'starts') return
    isOurs = false
    if (isOn) player.pause()
    onLost()
  })
  addEventListener('pagehide', () => isOurs && say('leaves'))
  player.subscribe(follow)
  follow()
  if (!isOn) say('asks')
  return { isOurs: () => isOurs }
}
