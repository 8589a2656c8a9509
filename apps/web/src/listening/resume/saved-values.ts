import { isEntryId } from '@refrain/contract/entry-ids'
import { readLocal } from '../../ui/browser/local-storage.ts'

/** localStorage key of a shuffle order: of an album or other list, or of Your Tracks. */
export const shuffleKey = (listId: string) => `shuffledTracks_${listId}`
export const USER_SHUFFLE_KEY = shuffleKey('user')

/** localStorage key of Your Tracks. */
export const USER_TRACKS = 'userTracks'
/** localStorage key of the played tracks by album. */
export const PLAYED = 'playedTracks'
/** localStorage key: number of played tracks per album at the last check. */
export const COUNTED = 'countedAlbums'
/** localStorage key: which of the member's own sections Home showed last. */
export const HOME_SHELVES = 'homeShelves'
/** localStorage key of the lists with a saved order, the latest at the end. */
export const SHUFFLED_LISTS = 'shuffledLists'
/** localStorage key: the id of the tab that writes the saved player state. */
export const LEADING_TAB = 'leadingTab'
/** localStorage key: the id of the tab in which play was pressed last. */
export const STARTED_TAB = 'startedTab'
/** localStorage key: the ids of the last changes of Your Tracks that were stored. */
export const STORED_CHANGES = 'queueChanges'
/** localStorage key: values that the cookies have, so that a visit sends only changes. */
export const MIRRORED = 'mirrored'

/** A value parsed from localStorage; undefined if it is missing or damaged. */
export function readJson(key: string): unknown {
  try {
    return JSON.parse(readLocal(key) ?? '') as unknown
  } catch {
    return undefined
  }
}

/** A saved list of unique ids of tracks, lists or entries; invalid ids are left out, anything but a list is empty. */
export function readIds(key: string): readonly string[] {
  const value = readJson(key)
  return Array.isArray(value) ? [...new Set(value.filter(isEntryId))] : []
}

/** A saved object; empty if it is anything else. */
export function readRecord(key: string): Readonly<Record<string, unknown>> {
  const value = readJson(key)
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}

/** The saved shuffle order of a list; null if there is none. */
export function readShuffle(listId: string): readonly string[] | null {
  const ids = readIds(shuffleKey(listId))
  return ids.length > 0 ? ids : null
}
