import type { Database } from '../../database/tables.ts'

/** The lyrics of a track, null fields if it has none; undefined if there is no such track. */
export function readLyrics(db: Database, trackId: string) {
  return db
    .selectFrom('tracks')
    .leftJoin('lyrics', 'lyrics.track_id', 'tracks.id')
    .select(['lyrics.synced', 'lyrics.body'])
    .where('tracks.id', '=', trackId)
    .executeTakeFirst()
}
