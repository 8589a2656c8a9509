import type { Player } from '@refrain/player/player'

/** `starts`: what plays elsewhere pauses; `asks`: whoever plays says so; `leaves`: nobody does any more. */
type Word = 'starts' | 'asks' | 'leaves'

const CHANNEL = 'player'

/**
 * Lets one tab play at a time, the one where it was pressed last; what is kept is that tab's to write. `turn`
 * is another number each time it has become this tab's, null while it is another's.
 */
export function shareTabs(player: Player): { readonly turn: () => number | null } {
  let isOurs = true
  let turn = 0
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
    turn++
    if (isOn) player.pause()
  })
  addEventListener('pagehide', () => isOurs && say('leaves'))
  player.subscribe(follow)
  follow()
  if (!isOn) say('asks')
  return { turn: () => (isOurs ? turn : null) }
}
