import { readEntryId } from '@refrain/contract/entry-ids'
import { sql } from 'kysely'
import { inChunks } from '../../database/in-chunks.ts'
import type { Transaction } from '../../database/tables.ts'
import { createCopyNumbers, readPlaces } from './entry-store.ts'
import { type Place, placeTracks } from './place-tracks.ts'

/**
 * Gap between the positions of two tracks, so that moving a track writes one row. When a gap is used up, after about
 * thirty moves into it, all positions are renumbered.
 */
const GAP = 2 ** 30
/** Positions beyond this would not be exact as doubles. */
const MAX_POSITION = 2 ** 52

/** Appends existing tracks in this order, also those that the playlist contains. */
export async function appendTracks(
  tx: Transaction,
  playlistId: string,
  trackIds: readonly string[],
  now: number,
): Promise<void> {
  let last = await readLast(tx, playlistId)
  if (last + trackIds.length * GAP > MAX_POSITION) {
    await renumber(tx, playlistId)
    last = await readLast(tx, playlistId)
  }
  const copyOf = await createCopyNumbers(tx, playlistId, trackIds)
  const rows = trackIds.map(track_id => {
    last += GAP
    return { playlist_id: playlistId, track_id, position: last, added_at: now, copy: copyOf(track_id) }
  })
  for (const chunk of inChunks(rows)) await tx.insertInto('playlist_tracks').values(chunk).execute()
}

/** A track and when it was added, in epoch milliseconds. */
export interface AddedTrack {
  readonly id: string
  readonly at: number
}

/** How many of the tracks, counted as often as they are given, the playlist does not contain. */
export async function countMissing(
  tx: Transaction,
  playlistId: string,
  trackIds: readonly string[],
): Promise<number> {
  const places = await readPlaces(tx, playlistId)
  const held = new Set(byOccurrence(places.map(place => place.track_id)))
  return byOccurrence(trackIds).filter(key => !held.has(key)).length
}

/**
 * Adds those of the tracks that the playlist does not contain as often as they are given, each behind the one before it.
 * @returns how many
 */
export async function insertTracks(
  tx: Transaction,
  playlistId: string,
  tracks: readonly AddedTrack[],
): Promise<number> {
  const ids = tracks.map(track => track.id)
  const keys = byOccurrence(ids)
  const place = async () => placeTracks(await readKeyedPlaces(tx, playlistId), keys, GAP, MAX_POSITION)
  let placed = await place()
  if (!placed) {
    await renumber(tx, playlistId)
    placed = (await place())!
  }
  const byKey = new Map(tracks.map((track, index) => [keys[index]!, track]))
  const copyOf = await createCopyNumbers(tx, playlistId, ids)
  const rows = placed.map(({ id: key, position }) => {
    const { id, at } = byKey.get(key)!
    return { playlist_id: playlistId, track_id: id, position, added_at: at, copy: copyOf(id) }
  })
  for (const chunk of inChunks(rows)) await tx.insertInto('playlist_tracks').values(chunk).execute()
  return placed.length
}

/** A key for each track that tells repeated ones apart: its id, and which one of this id it is. */
function byOccurrence(trackIds: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return trackIds.map(id => {
    const count = counts.get(id) ?? 0
    counts.set(id, count + 1)
    return `${id} ${count}`
  })
}

async function readKeyedPlaces(tx: Transaction, playlistId: string): Promise<Place[]> {
  const places = await readPlaces(tx, playlistId)
  const keys = byOccurrence(places.map(place => place.track_id))
  return places.map(({ position }, index) => ({ id: keys[index]!, position }))
}

/** Moves an entry after another one, or to the beginning. The playlist must contain both. */
export async function updateEntryPosition(
  tx: Transaction,
  playlistId: string,
  entryId: string,
  afterEntryId: string | null,
): Promise<void> {
  const position = await findPosition(tx, playlistId, entryId, afterEntryId)
  if (position === undefined) {
    await renumber(tx, playlistId)
    return updateEntryPosition(tx, playlistId, entryId, afterEntryId)
  }
  const { trackId, copy } = readEntryId(entryId)
  await tx
    .updateTable('playlist_tracks')
    .set({ position })
    .where('playlist_id', '=', playlistId)
    .where('track_id', '=', trackId)
    .where('copy', '=', copy)
    .execute()
}

/** A free position after `afterEntryId` and before the next entry; undefined if there is none left. */
async function findPosition(
  tx: Transaction,
  playlistId: string,
  entryId: string,
  afterEntryId: string | null,
): Promise<number | undefined> {
  const moved = readEntryId(entryId)
  const others = tx
    .selectFrom('playlist_tracks')
    .select('position')
    .where('playlist_id', '=', playlistId)
    .where(eb => eb.or([eb('track_id', '<>', moved.trackId), eb('copy', '<>', moved.copy)]))
  if (afterEntryId === null) {
    const first = await others.orderBy('position').limit(1).executeTakeFirst()
    const free = (first?.position ?? 0) - GAP
    return free < -MAX_POSITION ? undefined : free
  }
  const after = readEntryId(afterEntryId)
  const { position } = await others
    .where('track_id', '=', after.trackId)
    .where('copy', '=', after.copy)
    .executeTakeFirstOrThrow()
  const next = await others.where('position', '>', position).orderBy('position').limit(1).executeTakeFirst()
  if (!next) return position + GAP > MAX_POSITION ? undefined : position + GAP
  const free = Math.floor((position + next.position) / 2)
  return free > position ? free : undefined
}

async function readLast(tx: Transaction, playlistId: string): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select max(position) as last from (${positionsOf(playlistId)}) as places`.execute(tx)
  return rows[0]?.last ?? 0
}

async function renumber(tx: Transaction, playlistId: string): Promise<void> {
  const placed = sql`
    select track_id, copy, is_forgotten, row_number() over (order by position, track_id, copy) as place
    from (${positionsOf(playlistId)}) as places`
  const { rows: forgotten } = await sql<{ track_id: string; copy: number; place: number }>`
    select track_id, copy, place from (${placed}) as placed where is_forgotten = 1`.execute(tx)
  await sql`
    update playlist_tracks set position = placed.place * ${sql.lit(GAP)} from (${placed}) as placed
    where playlist_tracks.playlist_id = ${playlistId} and playlist_tracks.track_id = placed.track_id
      and playlist_tracks.copy = placed.copy`.execute(tx)
  for (const { track_id, copy, place } of forgotten) {
    await tx
      .updateTable('forgotten_places')
      .set({ position: place * GAP })
      .where('playlist_id', '=', playlistId)
      .where('track_id', '=', track_id)
      .where('copy', '=', copy)
      .execute()
  }
}

/** The positions of a playlist's entries, and those reserved for forgotten tracks that may return. */
const positionsOf = (playlistId: string) => sql`
  select track_id, copy, position, 0 as is_forgotten from playlist_tracks where playlist_id = ${playlistId}
  union all
  select track_id, copy, position, 1 as is_forgotten from forgotten_places where playlist_id = ${playlistId}`
