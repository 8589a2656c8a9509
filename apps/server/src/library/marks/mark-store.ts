import { likedSongsId } from '@refrain/contract/library/playlists'
import type { Database } from '../../database/tables.ts'

/** Times by id; what is not marked is missing. */
export type MarkedAt = ReadonlyMap<string, number>

/** When a listener liked these tracks. For some hundreds of ids. */
export function readLikedAt(db: Database, userId: string, trackIds: readonly string[]): Promise<MarkedAt> {
  return readMarks(trackIds, async () => {
    const rows = await db
      .selectFrom('playlist_tracks')
      .select(['track_id', 'added_at'])
      .where('playlist_id', '=', likedSongsId(userId))
      .where('track_id', 'in', trackIds)
      .execute()
    return rows.map(row => [row.track_id, row.added_at])
  })
}

/** When a listener followed these artists. For some hundreds of ids. */
export function readFollowedAt(
  db: Database,
  userId: string,
  artistIds: readonly string[],
): Promise<MarkedAt> {
  return readMarks(artistIds, async () => {
    const rows = await db
      .selectFrom('follows')
      .select(['artist_id', 'followed_at'])
      .where('user_id', '=', userId)
      .where('artist_id', 'in', artistIds)
      .execute()
    return rows.map(row => [row.artist_id, row.followed_at])
  })
}

/** When plays of any of these albums' tracks were last counted for a listener. For some hundreds of ids. */
export function readAlbumsPlayedAt(
  db: Database,
  userId: string,
  albumIds: readonly string[],
): Promise<MarkedAt> {
  return readMarks(albumIds, async () => {
    const rows = await db
      .selectFrom('tracks')
      .innerJoin('counted_tracks', 'counted_tracks.track_id', 'tracks.id')
      .select(['tracks.album_id', eb => eb.fn.max<number>('counted_tracks.counted_at').as('counted_at')])
      .where('counted_tracks.user_id', '=', userId)
      .where('tracks.album_id', 'in', albumIds)
      .groupBy('tracks.album_id')
      .execute()
    return rows.map(row => [row.album_id, Number(row.counted_at)])
  })
}

/** When a listener kept these albums. For some hundreds of ids. */
export function readKeptAt(db: Database, userId: string, albumIds: readonly string[]): Promise<MarkedAt> {
  return readMarks(albumIds, async () => {
    const rows = await db
      .selectFrom('kept_albums')
      .select(['album_id', 'kept_at'])
      .where('user_id', '=', userId)
      .where('album_id', 'in', albumIds)
      .execute()
    return rows.map(row => [row.album_id, row.kept_at])
  })
}

/** Asks the database only if there are ids. */
async function readMarks(
  ids: readonly string[],
  read: () => Promise<readonly (readonly [string, number])[]>,
): Promise<MarkedAt> {
  return new Map(ids.length === 0 ? [] : await read())
}
