import { isId } from '@refrain/contract/values'
import { type PlayedTracks, withPlayed } from '@refrain/player/history/played-tracks'
import type { PlayerTrack } from '@refrain/player/state/player-state'
import { writeLocal } from '../../ui/browser/local-storage.ts'
import { PLAYED, readRecord } from './saved-values.ts'

/** Maximum number of tracks; albums played longest ago are dropped. */
export const MAX_PLAYED = 5_000

/** Played tracks by album, the album played last at the end; invalid entries are left out. */
export function readPlayed(): PlayedTracks {
  const valid = Object.entries(readRecord(PLAYED)).flatMap(([albumId, ids]) =>
    isId(albumId) && Array.isArray(ids) ? [[albumId, [...new Set(ids.filter(isId))]] as const] : [],
  )
  return Object.fromEntries(valid)
}

/**
 * Adds a track under its own album.
 * @returns the saved JSON
 */
export function savePlayedTrack({ albumId, id }: Pick<PlayerTrack, 'albumId' | 'id'>): string {
  const { [albumId]: played = [], ...others } = withPlayed(readPlayed(), albumId, id)
  const text = JSON.stringify(limitSize([...Object.entries(others), [albumId, played]]))
  writeLocal(PLAYED, text)
  return text
}

/**
 * Merges the plays from other devices into the given albums, so that an album played on two devices can be
 * fully played.
 * @returns all played tracks
 */
export function mergePlayed(elsewhere: PlayedTracks, albumIds: readonly string[]): PlayedTracks {
  const before = readPlayed()
  const entries = Object.entries(before).map(([albumId, ids]): Entry => {
    const more =
      albumIds.includes(albumId) && Object.hasOwn(elsewhere, albumId) ? elsewhere[albumId] : undefined
    return [albumId, [...new Set([...ids, ...(more ?? [])])]]
  })
  const after = limitSize(entries)
  writeLocal(PLAYED, JSON.stringify(after))
  return after
}

type Entry = readonly [albumId: string, trackIds: readonly string[]]

function limitSize(entries: readonly Entry[]): PlayedTracks {
  let left = MAX_PLAYED
  const remaining: Entry[] = []
  for (const entry of entries.toReversed()) {
    left -= entry[1].length
    if (left < 0 && remaining.length > 0) break
    remaining.push(entry)
  }
  return Object.fromEntries(remaining.toReversed())
}
