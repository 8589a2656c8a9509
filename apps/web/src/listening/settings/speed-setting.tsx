import { playbackTexts } from '@refrain/messages/en/playback'
import { Slider } from '../../ui/forms/slider.tsx'
import { player } from '../engine/player.ts'
import { usePlayer } from '../engine/use-player.ts'
import { formatRate } from './format-rate.ts'
import { SoundSetting } from './sound-setting.tsx'

/** The speed setting: 0.5 to 2. */
export function SpeedSetting() {
  const rate = usePlayer(state => state.settings.rate)
  return (
    <SoundSetting title={playbackTexts.speed} value={formatRate(rate)} text={playbackTexts.speedText}>
      <Slider
        className="slider-setting"
        label={playbackTexts.speed}
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
