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
  'album',
  'tracks',
  'trackIndex',
  'nextTrack',
  PLAYED,
  USER_TRACKS,
  'isAlbumTracksOpen',
  'isUserTracksOpen',
  LEADING_TAB,
  STARTED_TAB,
  STORED_CHANGES,
  'progress',
  COUNTED,
  HOME_SHELVES,
  MIRRORED,
])
/** Also saved per user: the current track and list, shuffle flags and orders, recent tracks, and recent searches. */
const OF_SESSION = /^(shuffled|recent|current|playing)/

/** Deletes the saved player state and the searches of a user whose session has ended. */
export function clearSavedPlayer(): void {
  for (const key of localKeys()) if (SESSION_KEYS.has(key) || OF_SESSION.test(key)) writeLocal(key, null)
}
