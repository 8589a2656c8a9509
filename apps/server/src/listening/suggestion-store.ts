import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/tables.ts'

/** An album, and the artist for which it is suggested. */
export interface Suggestion {
  readonly id: string
  readonly name: string
}

/** Suggestions come from this many artists, latest first. */
const MAX_ARTISTS = 200

/** Whether the listener has not yet started every track of the album. */
const hasUnplayedTracks = (userId: string): RawBuilder<boolean> => sql`exists (
  select 1 from tracks where tracks.album_id = albums.id and not exists (
    select 1 from played_tracks where played_tracks.user_id = ${userId} and played_tracks.track_id = tracks.id
  )
)`

/** Albums of artists the listener follows. */
export function suggestFromFollowed(db: Database, userId: string, most: number): Promise<Suggestion[]> {
  return suggestFromArtists(
    db,
    userId,
    sql`select artist_id, followed_at as at from follows where user_id = ${userId}`,
    most,
  )
}

/** Albums of artists the listener has heard but does not follow. */
export function suggestFromPlayed(db: Database, userId: string, most: number): Promise<Suggestion[]> {
  return suggestFromArtists(
    db,
    userId,
    sql`select artist_id, heard_at as at from interested_artists where user_id = ${userId}
      and artist_id not in (select artist_id from follows where user_id = ${userId})`,
    most,
  )
}

/** Artists beyond the wanted albums that are asked at first: some have been played completely. */
const SPARE_ARTISTS = 10

/** Each artist's most played album first, then each one's second, so that no artist fills the list. */
async function suggestFromArtists(
  db: Database,
  userId: string,
  artists: RawBuilder<unknown>,
  most: number,
): Promise<Suggestion[]> {
  const latest = await readByRank(db, userId, artists, { most, mostArtists: most + SPARE_ARTISTS })
  // If the list ends among the first albums, those of other artists would come after its end.
  if (latest.length === most && latest.at(-1)?.nth === 1) return latest
  return readByRank(db, userId, artists, { most, mostArtists: MAX_ARTISTS })
}

/** @param mostArtists the latest so many are considered */
async function readByRank(
  db: Database,
  userId: string,
  artists: RawBuilder<unknown>,
  { most, mostArtists }: { most: number; mostArtists: number },
): Promise<(Suggestion & { readonly nth: number })[]> {
  const { rows } = await sql<Suggestion & { nth: number }>`
    select id, name, nth from (
      select albums.id, artists.name, latest.at, row_number() over (
        partition by albums.artist_id order by albums.play_count desc, albums.sort_title, albums.id
      ) as nth
      from (${artists} order by at desc, artist_id limit ${sql.lit(mostArtists)}) as latest
      join albums on albums.artist_id = latest.artist_id join artists on artists.id = latest.artist_id
      where ${hasUnplayedTracks(userId)}
    ) as ranked order by nth, at desc, id limit ${sql.lit(most)}`.execute(db)
  return rows
}

/**
 * Numbers of a genre's tracks to consider, most played first, until there are enough albums. Scanning all albums takes 70 ms of
 * processor time.
 */
const TOP_TRACKS = [500, 10_000]

/**
 * Albums with tracks of a genre, most played first. For a large genre, considers only its most played tracks if they yield
 * enough albums.
 */
export async function suggestFromGenre(
  db: Database,
  userId: string,
  genreId: string,
  most: number,
  topTracks = TOP_TRACKS,
): Promise<string[]> {
  for (const count of topTracks) {
    const ofTopTracks = sql<boolean>`albums.id in (
      select tracks.album_id from (
        select track_id from track_genres where genre_id = ${genreId}
        order by track_plays desc, track_title, track_id limit ${sql.lit(count)}
      ) as top join tracks on tracks.id = top.track_id
    )`
    const found = await readUnplayed(db, userId, ofTopTracks, most)
    if (found.length === most || !(await hasMoreTracksThan(db, genreId, count))) return found
  }
  const ofAnyTrack = sql<boolean>`exists (
    select 1 from tracks join track_genres on track_genres.track_id = tracks.id
    where tracks.album_id = albums.id and track_genres.genre_id = ${genreId}
  )`
  return readUnplayed(db, userId, ofAnyTrack, most)
}

async function readUnplayed(
  db: Database,
  userId: string,
  isOfGenre: RawBuilder<boolean>,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from albums where ${isOfGenre} and ${hasUnplayedTracks(userId)}
    order by play_count desc, sort_title, id limit ${sql.lit(most)}`.execute(db)
  return rows.map(row => row.id)
}

async function hasMoreTracksThan(db: Database, genreId: string, count: number): Promise<boolean> {
  const { rows } = await sql`select 1 from track_genres where genre_id = ${genreId}
    limit 1 offset ${sql.lit(count)}`.execute(db)
  return rows.length > 0
}
