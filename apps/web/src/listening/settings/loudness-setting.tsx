import type { PlaybackSettings } from '@refrain/player/state/playback-settings'
import { player } from '../engine/player.ts'
import { usePlayer } from '../engine/use-player.ts'
import { SoundSetting } from './sound-setting.tsx'

const CHOICES: readonly {
  readonly value: PlaybackSettings['loudness']
  readonly label: string
  readonly text: string
}[] = [
  { value: 'off', label: 'Off', text: 'Everything is as loud as it was made.' },
  { value: 'auto', label: 'Automatic', text: 'By album while an album plays, else by track.' },
  { value: 'track', label: 'By track', text: 'Every track is as loud as any other.' },
  {
    value: 'album',
    label: 'By album',
    text: 'Every album is as loud as any other; its quiet tracks stay quiet.',
  },
]

/** The loudness setting. */
export function LoudnessSetting() {
  const loudness = usePlayer(state => state.settings.loudness)
  return (
    <SoundSetting title="Loudness" text="No track is suddenly louder than the one before.">
      <div role="radiogroup" aria-label="Loudness" className="-mx-2 grid sm:-mx-3">
        {CHOICES.map(({ value, label, text }) => (
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
