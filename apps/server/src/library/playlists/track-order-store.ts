import { sql } from 'kysely'
import { inChunks } from '../../database/in-chunks.ts'
import type { Database, Transaction } from '../../database/tables.ts'

/**
 * Between two tracks there is room for others: moving one writes one row, and only where a room is used up,
 * after some thirty moves into the same one, all are spread anew.
 */
const GAP = 2 ** 30
/** So far from the middle numbers stay exact. */
const FARTHEST = 2 ** 52

/** Which of the tracks the playlist holds, as this transaction sees it. */
export async function findContained(
  db: Database,
  playlistId: string,
  trackIds: readonly string[],
): Promise<Set<string>> {
  const held = new Set<string>()
  for (const chunk of inChunks(trackIds)) {
    const rows = await db
      .selectFrom('playlist_tracks')
      .select('track_id')
      .where('playlist_id', '=', playlistId)
      .where('track_id', 'in', chunk)
      .execute()
    for (const { track_id } of rows) held.add(track_id)
  }
  return held
}

/** How many tracks a playlist holds, and all of the listener's together. */
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

/** Puts tracks that it does not hold at the end, in this order. */
export async function appendTracks(
  tx: Transaction,
  playlistId: string,
  trackIds: readonly string[],
  now: number,
): Promise<void> {
  let last = await readLast(tx, playlistId)
  if (last + trackIds.length * GAP > FARTHEST) {
    await spread(tx, playlistId)
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

/** @returns false where the playlist does not hold it */
export async function removeTrack(tx: Transaction, playlistId: string, trackId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('playlist_tracks')
    .where('playlist_id', '=', playlistId)
    .where('track_id', '=', trackId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Puts one of its tracks behind another one, or first. Both are held. */
export async function moveTrack(
  tx: Transaction,
  playlistId: string,
  trackId: string,
  afterTrackId: string | null,
): Promise<void> {
  const between = await findRoom(tx, playlistId, trackId, afterTrackId)
  if (between === undefined) {
    await spread(tx, playlistId)
    return moveTrack(tx, playlistId, trackId, afterTrackId)
  }
  await tx
    .updateTable('playlist_tracks')
    .set({ position: between })
    .where('playlist_id', '=', playlistId)
    .where('track_id', '=', trackId)
    .execute()
}

/** A position behind the one track and before what follows it; undefined where there is none left. */
async function findRoom(
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
    const place = (first?.position ?? 0) - GAP
    return place < -FARTHEST ? undefined : place
  }
  const { position } = await others.where('track_id', '=', afterTrackId).executeTakeFirstOrThrow()
  const next = await others.where('position', '>', position).orderBy('position').limit(1).executeTakeFirst()
  if (!next) return position + GAP > FARTHEST ? undefined : position + GAP
  const place = Math.floor((position + next.position) / 2)
  return place > position ? place : undefined
}

async function readLast(tx: Transaction, playlistId: string): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select max(position) as last from (${placesOf(playlistId)}) as places`.execute(tx)
  return rows[0]?.last ?? 0
}

async function spread(tx: Transaction, playlistId: string): Promise<void> {
  const placed = sql`
    select track_id, is_forgotten, row_number() over (order by position, track_id) as place
    from (${placesOf(playlistId)}) as places`
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

/** The places of a playlist's tracks, and those that forgotten tracks may come back to. */
const placesOf = (playlistId: string) => sql`
  select track_id, position, 0 as is_forgotten from playlist_tracks where playlist_id = ${playlistId}
  union all
  select track_id, position, 1 as is_forgotten from forgotten_places where playlist_id = ${playlistId}`
