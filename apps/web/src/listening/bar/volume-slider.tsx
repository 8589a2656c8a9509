import { commonTexts } from '@refrain/messages/en/common'
import { listeningTexts } from '@refrain/messages/en/listening'
import { canSetVolume } from '@refrain/player/dom/deck/can-set-volume'
import { Volume1, Volume2, VolumeX } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Slider } from '../../ui/forms/slider.tsx'
import { toggleMute } from '../engine/mute.ts'
import { player } from '../engine/player.ts'
import { usePlayer } from '../engine/use-player.ts'

const never = () => () => {}

/**
 * The volume slider, 0 to 1 in steps of 0.01, and the mute button. Both work while the player is idle. On iPhones the slider would do
 * nothing and is left out.
 */
export function VolumeSlider() {
  const volume = usePlayer(state => state.volume)
  const isSettable = useSyncExternalStore(never, isVolumeSettable, () => true)
  const Icon = volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2
  return (
    <div data-own-arrows="" className="flex min-w-0 items-center gap-1">
      <button
        type="button"
        aria-label={listeningTexts.mute}
        aria-pressed={volume === 0}
        className="icon-button"
        onClick={toggleMute}
      >
        <Icon aria-hidden className="size-5" />
      </button>
      {isSettable && (
        <Slider
          label={listeningTexts.volume}
          min={0}
          max={1}
          step={0.01}
          value={volume}
          valueText={commonTexts.percent({ percent: Math.round(volume * 100) })}
          onChange={player.setVolume}
        />
      )}
    </div>
  )
}

let settable: boolean | undefined
function isVolumeSettable(): boolean {
  settable ??= canSetVolume()
  return settable
}
