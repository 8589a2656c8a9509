import { commonTexts } from '@refrain/messages/en/common'
import { playbackTexts } from '@refrain/messages/en/playback'
import { Slider } from '../../ui/forms/slider.tsx'
import { player } from '../engine/player.ts'
import { usePlayer } from '../engine/use-player.ts'
import { SoundSetting } from './sound-setting.tsx'

/** The crossfade setting: 0 to 12 seconds. */
export function CrossfadeSetting() {
  const seconds = usePlayer(state => state.settings.crossfadeSeconds)
  return (
    <SoundSetting
      title={playbackTexts.crossfade}
      value={seconds === 0 ? commonTexts.off : playbackTexts.crossfadeSeconds({ seconds })}
      text={playbackTexts.crossfadeText}
    >
      <Slider
        className="slider-setting"
        label={playbackTexts.crossfade}
        min={0}
        max={12}
        step={1}
        value={seconds}
        valueText={seconds === 0 ? commonTexts.off : playbackTexts.seconds({ seconds })}
        onChange={crossfadeSeconds => player.setSettings({ crossfadeSeconds })}
      />
    </SoundSetting>
  )
}
