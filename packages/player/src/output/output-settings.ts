import type { PlayerState } from '../state/player-state.ts'
import type { OutputSettings } from './output.ts'

/** Resolves the loudness mode 'auto': album gain while an album plays in its natural order, else track gain. */
export function toOutputSettings({
  settings,
  source,
  list,
  shuffled,
}: Pick<PlayerState, 'settings' | 'source' | 'list' | 'shuffled'>): OutputSettings {
  const { loudness, ...others } = settings
  const isAlbum = source === 'album' && list?.type === 'album' && !shuffled.album
  return { ...others, gain: loudness === 'auto' ? (isAlbum ? 'album' : 'track') : loudness }
}
