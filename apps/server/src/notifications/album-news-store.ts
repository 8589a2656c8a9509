import type { Database } from '../database/tables.ts'

/** What is said of a new album. */
export interface AlbumNews {
  readonly id: string
  readonly title: string
  /** File name of its cover, '' where it has none. */
  readonly profilePath: string
  readonly artistId: string
  readonly artist: string
}

/** The albums with these ids that are there, in the order in which they came in. */
export async function readAlbumNews(db: Database, ids: readonly string[]): Promise<AlbumNews[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('albums')
    .innerJoin('artists', 'artists.id', 'albums.artist_id')
    .select([
      'albums.id',
      'albums.title',
      'albums.profile_path as profilePath',
      'artists.id as artistId',
      'artists.name as artist',
    ])
    .where('albums.id', 'in', ids)
    .orderBy('albums.created_at')
    .orderBy('albums.id')
    .execute()
}
