import type { OutputSound } from './output.ts'
import type { PlayerState } from './state.ts'

/** What the output is told: 'auto' is the album's gain while an album is played in its natural order. */
export function outputSound({
  sound,
  source,
  list,
  shuffled,
}: Pick<PlayerState, 'sound' | 'source' | 'list' | 'shuffled'>): OutputSound {
  const { crossfadeSeconds, loudness, rate } = sound
  const asAlbum = source === 'album' && list?.type === 'album' && !shuffled.album
  return { crossfadeSeconds, rate, gain: loudness === 'auto' ? (asAlbum ? 'album' : 'track') : loudness }
}
