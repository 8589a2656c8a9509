import { listeningTexts } from '@refrain/messages/en/listening'
import { SkipBack, SkipForward } from 'lucide-react'
import { ACCENT_BUTTON, PlayButton } from '../buttons/play-button.tsx'
import { RepeatButton } from '../buttons/repeat-button.tsx'
import { ShuffleButton } from '../buttons/shuffle-button.tsx'
import { player } from '../engine/player.ts'
import { toggleShuffle } from '../engine/toggle-shuffle.ts'
import { usePlayer } from '../engine/use-player.ts'

/** Shuffle, previous, play/pause, next and repeat. While the player is idle they stay enabled, and the three in the middle do nothing. */
export function Transport({ large = false }: { readonly large?: boolean }) {
  const idle = usePlayer(state => state.status === 'idle')
  const side = `icon-button ${large ? 'size-12' : ''} ${idle ? 'opacity-40' : ''}`
  const icon = `fill-current ${large ? 'size-7' : 'size-5'}`
  return (
    <div
      className={`flex items-center ${large ? 'justify-between' : 'justify-center gap-2 max-md:gap-0 lg:gap-3 low:gap-0'}`}
    >
      {/* The lowest and narrowest windows have no room for it. */}
      <ShuffleSource className={large ? 'size-12' : 'low:max-md:hidden'} size={large ? 'size-6' : 'size-5'} />
      <button type="button" aria-label={listeningTexts.previous} className={side} onClick={player.previous}>
        <SkipBack aria-hidden className={icon} />
      </button>
      <TogglePlay size={large ? 'size-16' : 'size-10'} icon={large ? 'size-7' : 'size-5'} />
      <button type="button" aria-label={listeningTexts.next} className={side} onClick={player.next}>
        <SkipForward aria-hidden className={icon} />
      </button>
      <RepeatButton
        className={large ? 'size-12' : 'max-md:hidden low:max-lg:hidden'}
        size={large ? 'size-6' : 'size-5'}
      />
    </div>
  )
}

/** Shuffles the list that the next tracks come from. */
function ShuffleSource(look: { readonly className: string; readonly size: string }) {
  const on = usePlayer(state => state.shuffled[state.source])
  return <ShuffleButton {...look} on={on} onPress={() => toggleShuffle(player.getState().source, false)} />
}

/** Plays or pauses the loaded track; shows a spinner while the audio loads. */
export function TogglePlay({ size, icon }: { readonly size: string; readonly icon: string }) {
  const status = usePlayer(state => state.status)
  return (
    <PlayButton
      action={status === 'playing' || status === 'loading' ? 'pause' : 'play'}
      loading={status === 'loading'}
      onPress={player.toggle}
      className={`${status === 'idle' ? 'grid flex-none place-items-center rounded-full bg-overlay text-quiet' : ACCENT_BUTTON} ${size}`}
      size={icon}
    />
  )
}
