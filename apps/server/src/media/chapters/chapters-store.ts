import type { Database } from '../../database/tables.ts'

/** The stored chapters of a track, null if it has none; undefined if there is no such track. */
export function readChapters(db: Database, trackId: string) {
  return db
    .selectFrom('tracks')
    .leftJoin('chapters', 'chapters.track_id', 'tracks.id')
    .select('chapters.body')
    .where('tracks.id', '=', trackId)
    .executeTakeFirst()
}
