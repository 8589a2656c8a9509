import { sql } from 'kysely'
import { inChunks } from '../../database/in-chunks.ts'
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

/** Of each genre's `MOST_LOOKED_AT` tracks that are played most: those of artists other than these that can be played, most played first. */
export async function readTopTracksOfGenres(
  db: Database,
  genreIds: readonly string[],
  exceptArtistIds: readonly [string, ...string[]],
  most: number,
): Promise<string[]> {
  const found: string[] = []
  for (const genreId of genreIds) {
    const { rows } = await sql<{ id: string }>`
      select popular.track_id as id from (
        select track_id, track_plays, track_title from track_genres where genre_id = ${genreId}
        order by track_plays desc, track_title, track_id limit ${literal(MOST_LOOKED_AT)}
      ) as popular join tracks on tracks.id = popular.track_id
      where tracks.available = 1 and tracks.artist_id not in (${sql.join(exceptArtistIds)})
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

/** The genres of tracks: those of the first track first, then the most frequent. */
export async function readGenresOfTracks(
  db: Database,
  trackIds: readonly string[],
  most: number,
): Promise<string[]> {
  const [first] = trackIds
  if (first === undefined) return []
  const { rows } = await sql<{ id: string }>`
    select genre_id as id from track_genres where track_id in (${sql.join(trackIds)})
    group by genre_id order by max(case when track_id = ${first} then 1 else 0 end) desc, count(*) desc, genre_id
    limit ${literal(most)}`.execute(db)
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
  const years = new Map<string, number>()
  for (const ids of inChunks(trackIds)) {
    const rows = await db
      .selectFrom('tracks')
      .innerJoin('albums', 'albums.id', 'tracks.album_id')
      .select(['tracks.id', 'albums.released_at as releasedAt'])
      .where('tracks.id', 'in', ids)
      .where(hasYear)
      .execute()
    for (const { id, releasedAt } of rows) years.set(id, Number(releasedAt.slice(0, 4)))
  }
  return years
}

/** Albums, before a day and from it on, whose tracks count as being of its time, and the most tracks of each side. */
const NEAR_ALBUMS = 40
const NEAR_TRACKS = 1_000

/** Tracks that can be played of the albums that were released next to a day, within the years. @param day as `1990-07-15` */
export async function readTracksNear(
  db: Database,
  { from, day, to }: { readonly from: number; readonly day: string; readonly to: number },
): Promise<string[]> {
  const digits = (year: number) => String(year).padStart(4, '0')
  const sides = [
    [sql`released_at >= ${digits(from)} and released_at < ${day}`, sql`desc`],
    [sql`released_at >= ${day} and released_at < ${digits(to + 1)}`, sql`asc`],
  ] as const
  const found: string[] = []
  for (const [within, direction] of sides) {
    const { rows } = await sql<{ id: string }>`
      select looked.id from (
        select tracks.id, tracks.available from (
          select albums.id, ${hasYear} as has_year from albums where ${within}
          order by released_at ${direction}, id ${direction} limit ${literal(NEAR_ALBUMS)}
        ) as near join tracks on tracks.album_id = near.id where near.has_year limit ${literal(NEAR_TRACKS)}
      ) as looked where looked.available = 1`.execute(db)
    found.push(...rows.map(row => row.id))
  }
  return found
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
