import { Slider } from '../../ui/forms/slider.tsx'
import { player } from '../engine/player.ts'
import { usePlayer } from '../engine/use-player.ts'
import { formatRate } from './format-rate.ts'
import { SoundSetting } from './sound-setting.tsx'

/** The speed setting: 0.5 to 2. */
export function SpeedSetting() {
  const rate = usePlayer(state => state.settings.rate)
  return (
    <SoundSetting
      title="Speed"
      value={formatRate(rate)}
      text="Tracks play slower or faster; their pitch stays."
    >
      <Slider
        className="slider-setting"
        label="Speed"
        min={0.5}
        max={2}
        step={0.05}
        value={rate}
        valueText={formatRate(rate)}
        onChange={rate => player.setSettings({ rate: Number(rate.toFixed(2)) })}
      />
    </SoundSetting>
  )
}
