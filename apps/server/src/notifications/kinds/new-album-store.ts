import type { Database } from '../../database/tables.ts'

/** What is said of a new album. */
export interface NewAlbum {
  readonly id: string
  readonly title: string
  /** File name of its cover, '' where it has none. */
  readonly profilePath: string
  readonly artistId: string
  readonly artist: string
}

/** The albums with these ids that are there, in the order in which they came in. */
export async function readNewAlbums(db: Database, ids: readonly string[]): Promise<NewAlbum[]> {
  return ids.length === 0 ? [] : news(db, ids).execute()
}

/** Those of them by artists whom a listener follows. */
export function readFollowedNewAlbums(
  db: Database,
  ids: readonly string[],
  userId: string,
): Promise<NewAlbum[]> {
  return news(db, ids)
    .innerJoin('follows', 'follows.artist_id', 'albums.artist_id')
    .where('follows.user_id', '=', userId)
    .execute()
}

function news(db: Database, ids: readonly string[]) {
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
}
