import { sql } from 'kysely'
import { inChunks } from '../../database/in-chunks.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { placeTracks } from './place-tracks.ts'

/**
 * Gap between the positions of two tracks, so that moving a track writes one row. When a gap is used up, after about
 * thirty moves into it, all positions are renumbered.
 */
const GAP = 2 ** 30
/** Positions beyond this would not be exact as doubles. */
const MAX_POSITION = 2 ** 52

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

/** Counts the tracks of a playlist, and of all playlists of the listener. */
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

/** Appends tracks that the playlist does not contain, in this order. */
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
  for (const chunk of inChunks(trackIds)) {
    const rows = chunk.map(track_id => {
      last += GAP
      return { playlist_id: playlistId, track_id, position: last, added_at: now }
    })
    await tx.insertInto('playlist_tracks').values(rows).execute()
  }
}

/** A track and when it was added, in epoch milliseconds. */
export interface AddedTrack {
  readonly id: string
  readonly at: number
}

/** Adds those of the tracks that the playlist does not contain, each behind the one before it. @returns how many */
export async function insertTracks(
  tx: Transaction,
  playlistId: string,
  tracks: readonly AddedTrack[],
): Promise<number> {
  const ids = tracks.map(track => track.id)
  const place = async () => placeTracks(await readPlaces(tx, playlistId), ids, GAP, MAX_POSITION)
  let placed = await place()
  if (!placed) {
    await renumber(tx, playlistId)
    placed = (await place())!
  }
  const times = new Map(tracks.map(track => [track.id, track.at]))
  const rows = placed.map(({ id, position }) => ({
    ...{ playlist_id: playlistId, track_id: id, position },
    added_at: times.get(id)!,
  }))
  for (const chunk of inChunks(rows)) await tx.insertInto('playlist_tracks').values(chunk).execute()
  return placed.length
}

function readPlaces(tx: Transaction, playlistId: string): Promise<{ id: string; position: number }[]> {
  return tx
    .selectFrom('playlist_tracks')
    .select(['track_id as id', 'position'])
    .where('playlist_id', '=', playlistId)
    .orderBy('position')
    .orderBy('track_id')
    .execute()
}

/** @returns false if the playlist does not contain it */
export async function removeTrack(tx: Transaction, playlistId: string, trackId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('playlist_tracks')
    .where('playlist_id', '=', playlistId)
    .where('track_id', '=', trackId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Moves a track after another one, or to the beginning. The playlist must contain both. */
export async function moveTrack(
  tx: Transaction,
  playlistId: string,
  trackId: string,
  afterTrackId: string | null,
): Promise<void> {
  const position = await findPosition(tx, playlistId, trackId, afterTrackId)
  if (position === undefined) {
    await renumber(tx, playlistId)
    return moveTrack(tx, playlistId, trackId, afterTrackId)
  }
  await tx
    .updateTable('playlist_tracks')
    .set({ position })
    .where('playlist_id', '=', playlistId)
    .where('track_id', '=', trackId)
    .execute()
}

/** A free position after `afterTrackId` and before the next track; undefined if there is none left. */
async function findPosition(
  tx: Transaction,
  playlistId: string,
  trackId: string,
  afterTrackId: string | null,
): Promise<number | undefined> {
  const others = tx
    .selectFrom('playlist_tracks')
    .select('position')
    .where('playlist_id', '=', playlistId)
    .where('track_id', '<>', trackId)
  if (afterTrackId === null) {
    const first = await others.orderBy('position').limit(1).executeTakeFirst()
    const free = (first?.position ?? 0) - GAP
    return free < -MAX_POSITION ? undefined : free
  }
  const { position } = await others.where('track_id', '=', afterTrackId).executeTakeFirstOrThrow()
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
    select track_id, is_forgotten, row_number() over (order by position, track_id) as place
    from (${positionsOf(playlistId)}) as places`
  const { rows: forgotten } = await sql<{ track_id: string; place: number }>`
    select track_id, place from (${placed}) as placed where is_forgotten = 1`.execute(tx)
  await sql`
    update playlist_tracks set position = placed.place * ${sql.lit(GAP)} from (${placed}) as placed
    where playlist_tracks.playlist_id = ${playlistId} and playlist_tracks.track_id = placed.track_id`.execute(
    tx,
  )
  for (const { track_id, place } of forgotten) {
    await tx
      .updateTable('forgotten_places')
      .set({ position: place * GAP })
      .where('playlist_id', '=', playlistId)
      .where('track_id', '=', track_id)
      .execute()
  }
}

/** The positions of a playlist's tracks, and those reserved for forgotten tracks that may return. */
const positionsOf = (playlistId: string) => sql`
  select track_id, position, 0 as is_forgotten from playlist_tracks where playlist_id = ${playlistId}
  union all
  select track_id, position, 1 as is_forgotten from forgotten_places where playlist_id = ${playlistId}`
