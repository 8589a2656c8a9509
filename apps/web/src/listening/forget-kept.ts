import { keepLocally, keysLocally } from '../ui/local-storage.ts'
import { COUNTED } from './count-played-albums.ts'
import { PLAYED } from './keep-played.ts'
import { SHUFFLED_LISTS } from './keep-shuffle.ts'
import { shuffleKey } from './kept-values.ts'
import { MIRRORED } from './mirror-record.ts'

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
  MIRRORED,
])

/** Forgets what was kept of a listener whose session is over (PROP-49). */
export function forgetKept(): void {
  for (const key of keysLocally())
    if (OF_A_LISTENER.has(key) || key.startsWith(shuffleKey(''))) keepLocally(key, null)
}
