import { sql } from 'kysely'
import { literal } from '../../database/literal.ts'
import type { Database } from '../../database/tables.ts'
import { hasYear } from './listing-store.ts'

/**
 * Tracks of an artist or genre that are looked at: of the most played ones. The limit comes before every condition on `tracks`: otherwise
 * one search walks a whole genre where few rows meet it.
 */
export const MOST_LOOKED_AT = 1_000

/** Of an artist's `MOST_LOOKED_AT` tracks that are played most: those that can be played, most played first. */
export async function readTopTracks(db: Database, artistId: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select popular.track_id as id from (
      select track_id, track_plays, track_title from track_artists where artist_id = ${artistId}
      order by track_plays desc, track_title, track_id limit ${literal(MOST_LOOKED_AT)}
    ) as popular join tracks on tracks.id = popular.track_id
    where tracks.available = 1
    order by popular.track_plays desc, popular.track_title, popular.track_id
    limit ${literal(most)}`.execute(db)
  return rows.map(row => row.id)
}

/** Of each genre's `MOST_LOOKED_AT` tracks that are played most: those of artists other than this one that can be played, most played first. */
export async function readTopTracksOfGenres(
  db: Database,
  genreIds: readonly string[],
  exceptArtistId: string,
  most: number,
): Promise<string[]> {
  const found: string[] = []
  for (const genreId of genreIds) {
    const { rows } = await sql<{ id: string }>`
      select popular.track_id as id from (
        select track_id, track_plays, track_title from track_genres where genre_id = ${genreId}
        order by track_plays desc, track_title, track_id limit ${literal(MOST_LOOKED_AT)}
      ) as popular join tracks on tracks.id = popular.track_id
      where tracks.available = 1 and tracks.artist_id <> ${exceptArtistId}
      order by popular.track_plays desc, popular.track_title, popular.track_id
      limit ${literal(most)}`.execute(db)
    found.push(...rows.map(row => row.id))
  }
  return [...new Set(found)]
}

/** The genres of an artist's most played tracks, the most frequent first. */
export async function readGenresOfArtist(db: Database, artistId: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select track_genres.genre_id as id from (
      select track_id from track_artists where artist_id = ${artistId}
      order by track_plays desc, track_title, track_id limit ${literal(MOST_LOOKED_AT)}
    ) as own join track_genres on track_genres.track_id = own.track_id
    group by track_genres.genre_id order by count(*) desc, id limit ${literal(most)}`.execute(db)
  return rows.map(row => row.id)
}

/** The genres of tracks, the most frequent first. */
export async function readGenresOfTracks(
  db: Database,
  trackIds: readonly string[],
  most: number,
): Promise<string[]> {
  if (trackIds.length === 0) return []
  const rows = await db
    .selectFrom('track_genres')
    .select('genre_id as id')
    .where('track_id', 'in', trackIds)
    .groupBy('genre_id')
    .orderBy(eb => eb.fn.countAll(), 'desc')
    .orderBy('genre_id')
    .limit(literal(most))
    .execute()
  return rows.map(row => row.id)
}

/** The artists that tracks credit: those of the first track first. */
export async function readArtistsOfTracks(db: Database, trackIds: readonly string[]): Promise<string[]> {
  if (trackIds.length === 0) return []
  const rows = await db
    .selectFrom('track_artists')
    .innerJoin('tracks', 'tracks.id', 'track_artists.track_id')
    .select([
      'track_artists.track_id as trackId',
      'track_artists.artist_id as id',
      'tracks.artist_id as mainId',
    ])
    .where('track_artists.track_id', 'in', trackIds)
    .execute()
  const ordered = trackIds.flatMap(trackId => {
    const own = rows.filter(row => row.trackId === trackId)
    return [...own.map(row => row.mainId), ...own.map(row => row.id)]
  })
  return [...new Set(ordered)]
}

/** The years of the tracks' albums, of those that have one. */
export async function readYears(
  db: Database,
  trackIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (trackIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('tracks')
    .innerJoin('albums', 'albums.id', 'tracks.album_id')
    .select(['tracks.id', 'albums.released_at as releasedAt'])
    .where('tracks.id', 'in', trackIds)
    .where(hasYear)
    .execute()
  return new Map(rows.map(({ id, releasedAt }) => [id, Number(releasedAt.slice(0, 4))]))
}

/** Other artists with much-played tracks in the genres, the most frequent first. */
export async function readArtistsOfGenres(
  db: Database,
  genreIds: readonly string[],
  exceptArtistId: string,
  most: number,
): Promise<string[]> {
  const counts = new Map<string, number>()
  for (const genreId of genreIds) {
    const { rows } = await sql<{ id: string }>`
      select tracks.artist_id as id from (
        select track_id from track_genres where genre_id = ${genreId}
        order by track_plays desc, track_title, track_id limit ${literal(MOST_LOOKED_AT)}
      ) as popular join tracks on tracks.id = popular.track_id
      where tracks.available = 1 and tracks.artist_id <> ${exceptArtistId}`.execute(db)
    for (const { id } of rows) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const ordered = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
  return ordered.slice(0, most).map(([id]) => id)
}

/** The artist with this name, without regard to case; of several, the one with the most followers. */
export async function readArtistIdByName(db: Database, foldedName: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('artists')
    .select('id')
    .where('folded_name', '=', foldedName)
    .orderBy('followers', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** The track with this title by this artist, both without regard to case. */
export async function readTrackIdByName(
  db: Database,
  artistId: string,
  searchTitle: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('tracks')
    .innerJoin('track_artists', 'track_artists.track_id', 'tracks.id')
    .select('tracks.id')
    .where('track_artists.artist_id', '=', artistId)
    .where('tracks.search_title', '=', searchTitle)
    .limit(1)
    .executeTakeFirst()
  return row?.id
}
