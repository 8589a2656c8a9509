import { sql } from 'kysely'
import { compileOnce } from '../../database/compile-once.ts'
import { inChunks } from '../../database/in-chunks.ts'
import type { Database } from '../../database/tables.ts'

/** What listeners see: found tracks of files that an administrator has not removed. */
function selectShown(db: Database) {
  return (
    db
      .selectFrom('collection_playlists')
      .leftJoin('users', 'users.id', 'collection_playlists.owner_id')
      .select([
        'collection_playlists.id',
        'title',
        'matched',
        'version',
        'collection_playlists.created_at',
        'changed_at',
        'owner_id',
        'users.name as owner_name',
      ])
      // Written into the statement, so that it uses the partial index: lists that repeat an album may be a hundred times as many.
      .where(sql<boolean>`state = 'playlist'`)
      .where('removed', '=', 0)
      .where('matched', '>', 0)
  )
}

export type ShownRow = Awaited<ReturnType<typeof readShown>>[number]

/** Some hundreds at most, see `MAX_PLAYLISTS` of the import. */
export function readShown(db: Database) {
  return selectShown(db).orderBy('collection_playlists.id').execute()
}

/** Undefined if there is none that listeners see. */
export function readShownRow(db: Database, id: string): Promise<ShownRow | undefined> {
  return selectShown(db).where('collection_playlists.id', '=', id).executeTakeFirst()
}

const selectTrackIds = compileOnce((db, id) =>
  db
    .selectFrom('collection_playlist_tracks')
    .select('track_id')
    .where('playlist_id', '=', id)
    .orderBy('position'),
)

/** A playlist's tracks in the order of its file. Reads committed data only, also inside a transaction. */
export async function readTrackIdsOf(db: Database, id: string): Promise<string[]> {
  const rows = await selectTrackIds(db, id)
  return rows.map(row => row.track_id)
}

/** The first tracks of playlists with their albums, in order. */
export async function readFirstTracks(
  db: Database,
  ids: readonly string[],
  most: number,
): Promise<Map<string, { readonly trackId: string; readonly albumId: string }[]>> {
  const rows = []
  for (const chunk of inChunks(ids)) {
    const some = await db
      .selectFrom('collection_playlist_tracks')
      .innerJoin('tracks', 'tracks.id', 'collection_playlist_tracks.track_id')
      .select(['playlist_id as playlistId', 'tracks.id as trackId', 'album_id as albumId'])
      .where('playlist_id', 'in', chunk)
      .where('position', '<', most)
      .orderBy('playlist_id')
      .orderBy('position')
      .execute()
    rows.push(...some)
  }
  return Map.groupBy(rows, row => row.playlistId)
}

/** Title of a playlist, or if its file could not be read, the path; undefined if there is none. */
export async function readPlaylistTitle(db: Database, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('collection_playlists')
    .select(['title', 'path'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && (row.title || row.path)
}

/** Playlists that are summed up in one statement: a second of work at most if all of them are long. */
const SUMMED_AT_ONCE = 50

/** Total length in seconds by playlist; empty ones are missing. */
export async function readSecondsOf(db: Database, ids: readonly string[]): Promise<Map<string, number>> {
  const seconds = new Map<string, number>()
  for (const chunk of inChunks(ids, SUMMED_AT_ONCE)) {
    const rows = await db
      .selectFrom('collection_playlist_tracks')
      .innerJoin('tracks', 'tracks.id', 'track_id')
      .select('playlist_id')
      .select(sql<number>`sum(cast(true_samples as double precision) / sample_rate)`.as('seconds'))
      .where('playlist_id', 'in', chunk)
      .groupBy('playlist_id')
      .execute()
    for (const row of rows) seconds.set(row.playlist_id, row.seconds)
  }
  return seconds
}
