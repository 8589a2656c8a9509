import { randomInt } from 'node:crypto'
import { readEntryId } from '@refrain/contract/entry-ids'
import { sql } from 'kysely'
import { inChunks } from '../../database/in-chunks.ts'
import type { Database, Transaction } from '../../database/tables.ts'

/** An entry and its sort key. */
export interface EntryPlace {
  readonly track_id: string
  readonly copy: number
  readonly position: number
}

/** Which of the tracks the playlist contains. */
export async function findContained(
  db: Database,
  playlistId: string,
  trackIds: readonly string[],
): Promise<Set<string>> {
  const contained = new Set<string>()
  for (const chunk of inChunks(trackIds)) {
    const rows = await db
      .selectFrom('playlist_tracks')
      .select('track_id')
      .where('playlist_id', '=', playlistId)
      .where('track_id', 'in', chunk)
      .execute()
    for (const { track_id } of rows) contained.add(track_id)
  }
  return contained
}

/** Whether the playlist has an entry. */
export async function hasEntry(db: Database, playlistId: string, entryId: string): Promise<boolean> {
  const { trackId, copy } = readEntryId(entryId)
  const row = await db
    .selectFrom('playlist_tracks')
    .select('copy')
    .where('playlist_id', '=', playlistId)
    .where('track_id', '=', trackId)
    .where('copy', '=', copy)
    .executeTakeFirst()
  return row !== undefined
}

/** Counts the entries of a playlist, and of all playlists of the listener. */
export async function countTracks(
  tx: Transaction,
  userId: string,
  playlistId: string,
): Promise<{ inPlaylist: number; inAll: number }> {
  const count = () => tx.selectFrom('playlist_tracks').select(eb => eb.fn.countAll<number>().as('count'))
  const one = await count().where('playlist_id', '=', playlistId).executeTakeFirstOrThrow()
  const all = await count()
    .where('playlist_id', 'in', eb => eb.selectFrom('playlists').select('id').where('user_id', '=', userId))
    .executeTakeFirstOrThrow()
  return { inPlaylist: one.count, inAll: all.count }
}

/** All entries of a playlist in order. */
export function readPlaces(tx: Transaction, playlistId: string): Promise<EntryPlace[]> {
  return tx
    .selectFrom('playlist_tracks')
    .select(['track_id', 'copy', 'position'])
    .where('playlist_id', '=', playlistId)
    .orderBy('position')
    .orderBy('track_id')
    .orderBy('copy')
    .execute()
}

/** The largest number that an entry id can have. */
const MAX_COPY = 99_999

/**
 * Numbers new entries of tracks, so that no two entries of a track have the same `copy`. Further entries get random numbers:
 * a page that has not seen a removal yet must not remove another entry that got the same number.
 */
export async function createCopyNumbers(
  tx: Transaction,
  playlistId: string,
  trackIds: readonly string[],
): Promise<(trackId: string) => number> {
  const used = new Map<string, Set<number>>()
  for (const chunk of inChunks(trackIds)) {
    const rows = await tx
      .selectFrom('playlist_tracks')
      .select(['track_id', 'copy'])
      .where('playlist_id', '=', playlistId)
      .where('track_id', 'in', chunk)
      .execute()
    for (const { track_id, copy } of rows) used.set(track_id, (used.get(track_id) ?? new Set()).add(copy))
  }
  return trackId => {
    const copies = used.get(trackId) ?? new Set()
    used.set(trackId, copies)
    let copy = 0
    while (copies.has(copy) || (copy === 0 && copies.size > 0)) copy = randomInt(1, MAX_COPY + 1)
    copies.add(copy)
    return copy
  }
}

/** Removes all entries of these tracks. @returns how many */
export async function removeTracks(
  tx: Transaction,
  playlistId: string,
  trackIds: readonly string[],
): Promise<number> {
  let removed = 0
  for (const chunk of inChunks(trackIds)) {
    const { numDeletedRows } = await tx
      .deleteFrom('playlist_tracks')
      .where('playlist_id', '=', playlistId)
      .where('track_id', 'in', chunk)
      .executeTakeFirst()
    removed += Number(numDeletedRows)
  }
  return removed
}

/** @returns false if the playlist does not have it */
export async function deleteEntry(tx: Transaction, playlistId: string, entryId: string): Promise<boolean> {
  const { trackId, copy } = readEntryId(entryId)
  const { numDeletedRows } = await tx
    .deleteFrom('playlist_tracks')
    .where('playlist_id', '=', playlistId)
    .where('track_id', '=', trackId)
    .where('copy', '=', copy)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Removes entries by their indexes in the listener's order, counted from 0; ignores others. @returns how many */
export async function removeAtIndexes(
  tx: Transaction,
  playlistId: string,
  indexes: readonly number[],
): Promise<number> {
  if (indexes.length === 0) return 0
  const places = await readPlaces(tx, playlistId)
  const removed = [...new Set(indexes)].flatMap(index => places[index] ?? [])
  for (const chunk of inChunks(removed)) {
    const keys = chunk.map(({ track_id, copy }) => sql`(${track_id}, ${sql.lit(copy)})`)
    await sql`delete from playlist_tracks
      where playlist_id = ${playlistId} and (track_id, copy) in (values ${sql.join(keys)})`.execute(tx)
  }
  return removed.length
}

/** @returns how many */
export async function removeAll(tx: Transaction, playlistId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('playlist_tracks')
    .where('playlist_id', '=', playlistId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
