import type { Player } from '@refrain/player/player'

/**
 * `starts`: other tabs pause. `asks`: the playing tab answers `starts`. `leaves`: the playing tab has closed.
 */
type Word = 'starts' | 'asks' | 'leaves'

const CHANNEL = 'player'

/**
 * Lets only one tab play: the one where play was pressed last. That tab owns the saved player state; when it
 * closes, any tab may write it.
 * @param onLost called when another tab takes over
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
