import { isId } from '@refrain/contract/values'
import { readLocal } from '../../ui/browser/local-storage.ts'

/** The shuffle order of an album or other list, or of the listener's own tracks (STO-14, PROP-46). */
export const shuffleKey = (listId: string) => `shuffledTracks_${listId}`
export const USER_SHUFFLE_KEY = shuffleKey('user')

/** Local storage key of the played tracks by album (STO-11). */
export const PLAYED = 'playedTracks'
/** Local storage key: how many tracks of each album had been played when it was looked at last (READ-05). */
export const COUNTED = 'countedAlbums'
/** Local storage key: which of a member's own sections Home had last. */
export const HOME_SHELVES = 'homeShelves'
/** Local storage key of the lists whose order is kept, the one shuffled last at the end. */
export const SHUFFLED_LISTS = 'shuffledLists'
/** Local storage key: what the cookies were told last, so that the next visit tells them only what is new. */
export const MIRRORED = 'mirrored'

/** What the browser keeps under a key as JSON; undefined where there is nothing, or nothing that can be read. */
export function readJson(key: string): unknown {
  try {
    return JSON.parse(readLocal(key) ?? '') as unknown
  } catch {
    return undefined
  }
}

/** A kept list of ids, each once; what is no id is left out, and what is no list is empty (PROP-42). */
export function readIds(key: string): readonly string[] {
  const kept = readJson(key)
  return Array.isArray(kept) ? [...new Set(kept.filter(isId))] : []
}

/** A kept record; none where it is anything else. */
export function readRecord(key: string): Readonly<Record<string, unknown>> {
  const kept = readJson(key)
  return kept !== null && typeof kept === 'object' && !Array.isArray(kept)
    ? (kept as Record<string, unknown>)
    : {}
}

/** The order in which a list was shuffled last; null where none is kept. */
export function readShuffle(listId: string): readonly string[] | null {
  const ids = readIds(shuffleKey(listId))
  return ids.length > 0 ? ids : null
}
