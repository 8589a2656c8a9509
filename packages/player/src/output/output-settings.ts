import type { PlayerState } from '../state/player-state.ts'
import type { OutputSettings } from './output.ts'

/** What the output is told: 'auto' is the album's gain while an album is played in its natural order. */
export function toOutputSettings({
  settings,
  source,
  list,
  shuffled,
}: Pick<PlayerState, 'settings' | 'source' | 'list' | 'shuffled'>): OutputSettings {
  const { crossfadeSeconds, loudness, rate } = settings
  const asAlbum = source === 'album' && list?.type === 'album' && !shuffled.album
  return { crossfadeSeconds, rate, gain: loudness === 'auto' ? (asAlbum ? 'album' : 'track') : loudness }
}
