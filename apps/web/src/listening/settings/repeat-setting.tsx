import { playbackTexts } from '@refrain/messages/en/playback'
import { REPEAT_MODES } from '@refrain/player/state/playback-settings'
import { Switch } from '../../ui/forms/switch.tsx'
import { player } from '../engine/player.ts'
import { setAutoplay } from '../engine/repeat.ts'
import { usePlayer } from '../engine/use-player.ts'
import { RadioChoices } from './radio-choices.tsx'
import { repeatLabel } from './repeat-label.ts'
import { SoundSetting } from './sound-setting.tsx'

/** What comes after a track and after the last one: the repeat setting and, below it, autoplay. */
export function RepeatSetting() {
  const { repeat, autoplay } = usePlayer(state => state.settings)
  const texts = {
    all: playbackTexts.repeatAllText,
    one: playbackTexts.repeatOneText,
    off: playbackTexts.repeatOffText,
  }
  return (
    <SoundSetting title={playbackTexts.repeat} text={playbackTexts.repeatText}>
      <RadioChoices
        label={playbackTexts.repeat}
        choices={REPEAT_MODES.map(value => ({ value, label: repeatLabel(value), text: texts[value] }))}
        chosen={repeat}
        onChoose={repeat => player.setSettings({ repeat })}
      />
      <div className="mt-3 border-t border-line pt-4">
        <Switch
          label={playbackTexts.autoplay}
          text={playbackTexts.autoplayText}
          on={autoplay}
          onChange={setAutoplay}
        />
      </div>
    </SoundSetting>
  )
}
