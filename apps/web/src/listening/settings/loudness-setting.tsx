import { commonTexts } from '@refrain/messages/en/common'
import { playbackTexts } from '@refrain/messages/en/playback'
import type { PlaybackSettings } from '@refrain/player/state/playback-settings'
import { player } from '../engine/player.ts'
import { usePlayer } from '../engine/use-player.ts'
import { SoundSetting } from './sound-setting.tsx'

interface Choice {
  readonly value: PlaybackSettings['loudness']
  readonly label: string
  readonly text: string
}

const choices = (): readonly Choice[] => [
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
      <div role="radiogroup" aria-label={playbackTexts.loudness} className="-mx-2 grid sm:-mx-3">
        {choices().map(({ value, label, text }) => (
          <label
            key={value}
            className="flex cursor-pointer items-start gap-3 rounded-cover px-2 py-2.5 hover:bg-hover sm:px-3"
          >
            <input
              type="radio"
              name="loudness"
              value={value}
              checked={loudness === value}
              className="mt-0.5 size-4 flex-none appearance-none rounded-full border border-(--field-line) bg-(--field) checked:border-5 checked:border-accent forced-colors:appearance-auto"
              onChange={() => player.setSettings({ loudness: value })}
            />
            <span>
              <span className="block text-sm font-semibold">{label}</span>
              <span className="block text-sm text-quiet">{text}</span>
            </span>
          </label>
        ))}
      </div>
    </SoundSetting>
  )
}
