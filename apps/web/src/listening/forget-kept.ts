import { localKeys, writeLocal } from '../ui/browser/local-storage.ts'
import { COUNTED, HOME_SHELVES, MIRRORED, PLAYED, SHUFFLED_LISTS, shuffleKey } from './kept-values.ts'

/** What is kept of one listener; volume, sound settings and the panel belong to the device. */
const OF_A_LISTENER: ReadonlySet<string> = new Set([
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
export function forgetKept(): void {
  for (const key of localKeys())
    if (OF_A_LISTENER.has(key) || key.startsWith(shuffleKey(''))) writeLocal(key, null)
}
