import { localKeys, writeLocal } from '../../ui/browser/local-storage.ts'
import {
  COUNTED,
  HOME_SHELVES,
  LEADING_TAB,
  MIRRORED,
  PLAYED,
  STARTED_TAB,
  STORED_CHANGES,
  USER_TRACKS,
} from './saved-values.ts'

/** Saved per user; volume, playback settings and the panel belong to the device. */
const SESSION_KEYS: ReadonlySet<string> = new Set([
  'playingTrack',
  'album',
  'currentPlaylist',
  'tracks',
  'trackIndex',
  'nextTrack',
  'recent',
  PLAYED,
  USER_TRACKS,
  'isAlbumTracksOpen',
  'isUserTracksOpen',
  'playingFrom',
  'currentTime',
  LEADING_TAB,
  STARTED_TAB,
  STORED_CHANGES,
  'progress',
  COUNTED,
  HOME_SHELVES,
  MIRRORED,
  'recentSearches',
])
/** Begins the keys of shuffle orders, of the lists that have one, and of the flags. */
const SHUFFLED = 'shuffled'

/** Deletes the saved player state and the searches of a user whose session has ended. */
export function clearSavedPlayer(): void {
  for (const key of localKeys()) if (SESSION_KEYS.has(key) || key.startsWith(SHUFFLED)) writeLocal(key, null)
}
