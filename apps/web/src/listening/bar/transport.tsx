import { listeningTexts } from '@refrain/messages/en/listening'
import { SkipBack, SkipForward } from 'lucide-react'
import { ACCENT_BUTTON, PlayButton } from '../buttons/play-button.tsx'
import { player } from '../engine/player.ts'
import { usePlayer } from '../engine/use-player.ts'

/** Previous, play/pause and next. While the player is idle they stay enabled and do nothing. */
export function Transport({ large = false }: { readonly large?: boolean }) {
  const idle = usePlayer(state => state.status === 'idle')
  const side = `icon-button ${large ? 'size-12' : ''} ${idle ? 'opacity-40' : ''}`
  const icon = `fill-current ${large ? 'size-7' : 'size-5'}`
  return (
    <div className={`flex items-center justify-center ${large ? 'gap-6' : 'gap-2 lg:gap-3 low:gap-0'}`}>
      <button type="button" aria-label={listeningTexts.previous} className={side} onClick={player.previous}>
        <SkipBack aria-hidden className={icon} />
      </button>
      <TogglePlay size={large ? 'size-16' : 'size-10'} icon={large ? 'size-7' : 'size-5'} />
      <button type="button" aria-label={listeningTexts.next} className={side} onClick={player.next}>
        <SkipForward aria-hidden className={icon} />
      </button>
    </div>
  )
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
