import { fetchStreamQualities } from '@refrain/contract/media/streams'
import { playbackTexts } from '@refrain/messages/en/playback'
import { isNetworkKnown } from '@refrain/player/dom/network/connection'
import { playsQualities } from '@refrain/player/dom/source/media-source-support'
import type { StreamQuality } from '@refrain/player/state/playback-settings'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { player } from '../engine/player.ts'
import { usePlayer } from '../engine/use-player.ts'
import { type Choice, RadioChoices } from './radio-choices.tsx'
import { SoundSetting } from './sound-setting.tsx'

/** The qualities that the service can stream in. */
const streamQualitiesQuery = queryOptions({
  queryKey: ['stream-qualities'],
  queryFn: async ({ signal }) => (await call(fetchStreamQualities, {}, signal)).qualities,
  throwOnError: false,
})

const choices = (): readonly Choice<StreamQuality>[] => [
  { value: 'original', label: playbackTexts.original, text: playbackTexts.originalText },
  { value: 'high', label: playbackTexts.high, text: playbackTexts.highText },
  { value: 'saver', label: playbackTexts.dataSaver, text: playbackTexts.dataSaverText },
]

/** The quality of streams, and another one for mobile data where the browser tells the network. */
export function QualitySettings() {
  const quality = usePlayer(state => state.settings.quality)
  const limitedQuality = usePlayer(state => state.settings.limitedQuality)
  const isPlayable = playsQualities()
  // A failure says nothing about the service: whatever is chosen, music plays.
  const { data: offered } = useQuery({ ...streamQualitiesQuery, enabled: isPlayable })
  const reason = !isPlayable
    ? playbackTexts.qualityNeedsBrowser
    : offered?.length === 1
      ? playbackTexts.qualityNeedsEncoder
      : undefined
  if (reason) {
    return <SoundSetting title={playbackTexts.quality} value={playbackTexts.original} text={reason} />
  }
  return (
    <>
      <SoundSetting title={playbackTexts.quality} text={playbackTexts.qualityText}>
        <RadioChoices
          label={playbackTexts.quality}
          choices={choices()}
          chosen={quality}
          onChoose={quality => player.setSettings({ quality })}
        />
      </SoundSetting>
      {isNetworkKnown() && (
        <SoundSetting title={playbackTexts.limitedQuality} text={playbackTexts.limitedQualityText}>
          <RadioChoices
            label={playbackTexts.limitedQuality}
            choices={choices()}
            chosen={limitedQuality}
            onChoose={limitedQuality => player.setSettings({ limitedQuality })}
          />
        </SoundSetting>
      )}
    </>
  )
}
