import { Slider } from '../../ui/forms/slider.tsx'
import { player } from '../engine/player.ts'
import { usePlayer } from '../engine/use-player.ts'
import { SoundSetting } from './sound-setting.tsx'

/** The crossfade setting: 0 to 12 seconds. */
export function CrossfadeSetting() {
  const seconds = usePlayer(state => state.settings.crossfadeSeconds)
  return (
    <SoundSetting
      title="Crossfade"
      value={seconds === 0 ? 'Off' : `${seconds} s`}
      text="A track fades into the next. Tracks that belong together on an album still join without a gap."
    >
      <Slider
        className="slider-setting"
        label="Crossfade"
        min={0}
        max={12}
        step={1}
        value={seconds}
        valueText={seconds === 0 ? 'Off' : `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`}
        onChange={crossfadeSeconds => player.setSettings({ crossfadeSeconds })}
      />
    </SoundSetting>
  )
}
