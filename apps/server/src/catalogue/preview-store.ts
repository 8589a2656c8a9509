import { compileOnce } from '../database/compile-once.ts'
import { literal } from '../database/literal.ts'
import type { Database } from '../database/tables.ts'

const countAlbums = compileOnce<{ count: number }>((db, artistId) =>
  db
    .selectFrom('albums')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('artist_id', '=', artistId),
)

const countSharedAlbums = compileOnce<{ count: number }>((db, artistId) =>
  db
    .selectFrom('album_artists')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('artist_id', '=', artistId),
)

const countTracks = compileOnce<{ count: number }>((db, artistId) =>
  db
    .selectFrom('track_artists')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('artist_id', '=', artistId),
)

const countGenreTracks = compileOnce<{ count: number }>((db, genreId) =>
  db
    .selectFrom('track_genres')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('genre_id', '=', genreId),
)

/** A fixed choice: the first cover by track id. */
const selectGenreCover = compileOnce<{ album_id: string; profile_path: string }>((db, genreId) =>
  db
    .selectFrom('track_genres')
    .innerJoin('tracks', 'tracks.id', 'track_genres.track_id')
    .innerJoin('albums', 'albums.id', 'tracks.album_id')
    .select(['tracks.album_id', 'albums.profile_path'])
    .where('track_genres.genre_id', '=', genreId)
    .where('albums.profile_path', '<>', '')
    .orderBy('track_genres.track_id')
    .limit(literal(1)),
)

export async function countArtistWorks(
  db: Database,
  artistId: string,
): Promise<{ albums: number; tracks: number }> {
  const [albums] = await countAlbums(db, artistId)
  const [shared] = await countSharedAlbums(db, artistId)
  const [tracks] = await countTracks(db, artistId)
  return { albums: (albums?.count ?? 0) + (shared?.count ?? 0), tracks: tracks?.count ?? 0 }
}

/** The number of tracks of a genre, and one of their covers. */
export async function readGenrePreview(
  db: Database,
  genreId: string,
): Promise<{ tracks: number; cover: { albumId: string; picturePath: string } | undefined }> {
  const [tracks] = await countGenreTracks(db, genreId)
  const [cover] = await selectGenreCover(db, genreId)
  return {
    tracks: tracks?.count ?? 0,
    cover: cover && { albumId: cover.album_id, picturePath: cover.profile_path },
  }
}
