import { localKeys, writeLocal } from '../../ui/browser/local-storage.ts'
import {
  COUNTED,
  HOME_SHELVES,
  LEADING_TAB,
  MIRRORED,
  PLAYED,
  SHUFFLED_LISTS,
  STARTED_TAB,
  STORED_CHANGES,
  shuffleKey,
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
  'shuffled',
  'shuffledUser',
  USER_TRACKS,
  'isAlbumTracksOpen',
  'isUserTracksOpen',
  'playingFrom',
  'currentTime',
  LEADING_TAB,
  STARTED_TAB,
  STORED_CHANGES,
  'progress',
  SHUFFLED_LISTS,
  COUNTED,
  HOME_SHELVES,
  MIRRORED,
])

/** Deletes the saved player state of a user whose session has ended. */
export function clearSavedPlayer(): void {
  for (const key of localKeys())
    if (SESSION_KEYS.has(key) || key.startsWith(shuffleKey(''))) writeLocal(key, null)
}
