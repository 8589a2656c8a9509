import { localKeys, writeLocal } from '../../ui/browser/local-storage.ts'
import { COUNTED, HOME_SHELVES, MIRRORED, PLAYED, SHUFFLED_LISTS, shuffleKey } from './saved-values.ts'

/** What is kept of one listener; volume, sound settings and the panel belong to the device. */
const SESSION_KEYS: ReadonlySet<string> = new Set([
  'playingTrack',
  'album',
  'currentPlaylist',
  'tracks',
  'trackIndex',
  'nextTrack',
  'recent',
  PLAYED,
  'shuffled',
  'shuffledUser',
  'userTracks',
  'isAlbumTracksOpen',
  'isUserTracksOpen',
  'playingFrom',
  'currentTime',
  'progress',
  SHUFFLED_LISTS,
  COUNTED,
  HOME_SHELVES,
  MIRRORED,
])

/** Forgets what was kept of a listener whose session is over (PROP-49). */
export function clearSavedPlayer(): void {
  for (const key of localKeys())
    if (SESSION_KEYS.has(key) || key.startsWith(shuffleKey(''))) writeLocal(key, null)
}
