import { commonTexts } from '@refrain/messages/en/common'
import { playbackTexts } from '@refrain/messages/en/playback'
import type { PlaybackSettings } from '@refrain/player/state/playback-settings'
import { player } from '../engine/player.ts'
import { usePlayer } from '../engine/use-player.ts'
import { type Choice, RadioChoices } from './radio-choices.tsx'
import { SoundSetting } from './sound-setting.tsx'

const choices = (): readonly Choice<PlaybackSettings['loudness']>[] => [
  { value: 'off', label: commonTexts.off, text: playbackTexts.loudnessOffText },
  { value: 'auto', label: playbackTexts.automatic, text: playbackTexts.loudnessAutomaticText },
  { value: 'track', label: playbackTexts.byTrack, text: playbackTexts.loudnessByTrackText },
  {
    value: 'album',
    label: playbackTexts.byAlbum,
    text: playbackTexts.loudnessByAlbumText,
  },
]

/** The loudness setting. */
export function LoudnessSetting() {
  const loudness = usePlayer(state => state.settings.loudness)
  return (
    <SoundSetting title={playbackTexts.loudness} text={playbackTexts.loudnessText}>
      <RadioChoices
        label={playbackTexts.loudness}
        choices={choices()}
        chosen={loudness}
        onChoose={loudness => player.setSettings({ loudness })}
      />
    </SoundSetting>
  )
}
