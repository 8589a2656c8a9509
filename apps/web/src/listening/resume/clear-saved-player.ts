import { localKeys, writeLocal } from '../../ui/browser/local-storage.ts'
import { STARTED_TAB } from '../tabs/coordinate-tabs.ts'
import { LEADING_TAB } from '../tabs/lead-tabs.ts'
import { STORED_CHANGES } from '../tabs/share-queue.ts'
import {
  COUNTED,
  HOME_SHELVES,
  MIRRORED,
  PLAYED,
  SHUFFLED_LISTS,
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
