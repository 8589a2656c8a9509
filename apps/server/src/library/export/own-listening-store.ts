import type { OwnData } from '@refrain/contract/own-data'
import type { Database } from '../../database/tables.ts'
import { readListens } from '../../listening/listens/listen-store.ts'
import { readPlayQueue } from '../../listening/queue/play-queue.ts'
import { readNowPlaying } from '../../listening/reported/now-playing.ts'

const DAY_MS = 86_400_000
export const toIsoDate = (instant: number) => new Date(instant).toISOString()

/** Follows, interests and counted plays, with the time of each. */
export async function readListeningData(db: Database, userId: string) {
  const albums = await albumsIn(db, 'counted_albums', 'day', userId).execute()
  const genres = db
    .selectFrom('interested_genres')
    .innerJoin('genres', 'genres.id', 'interested_genres.genre_id')
    .select(['genres.id', 'genres.genre as name', 'heard_at as instant'])
    .where('user_id', '=', userId)
    .orderBy('heard_at', 'desc')
    .orderBy('genres.id')
  return {
    following: await artistsIn(db, 'follows', 'followed_at', userId).execute().then(toListed),
    interestedArtists: await artistsIn(db, 'interested_artists', 'heard_at', userId).execute().then(toListed),
    interestedGenres: await genres.execute().then(toListed),
    countedTracks: await tracksIn(db, 'counted_tracks', 'counted_at', userId).execute().then(toListed),
    countedAlbums: toListed(albums.map(album => ({ ...album, instant: album.instant * DAY_MS }))),
  } satisfies Partial<OwnData>
}

/** Kept albums and ratings, with the time of each. */
export async function readOpinions(db: Database, userId: string) {
  const tracks = tracksIn(db, 'track_ratings', 'rated_at', userId).select('rating')
  const albums = albumsIn(db, 'album_ratings', 'rated_at', userId).select('rating')
  const artists = artistsIn(db, 'artist_ratings', 'rated_at', userId).select('rating')
  return {
    keptAlbums: await albumsIn(db, 'kept_albums', 'kept_at', userId).execute().then(toListed),
    ratedTracks: await tracks.execute().then(toListed),
    ratedAlbums: await albums.execute().then(toListed),
    ratedArtists: await artists.execute().then(toListed),
  } satisfies Partial<OwnData>
}

/** Some listens before a time, newest first. */
export async function readCountedPlays(
  db: Database,
  userId: string,
  before: number,
  most: number,
): Promise<OwnData['countedPlays']> {
  const listens = await readListens(db, userId, before, most)
  return toListed(
    listens.map(({ trackId, title, playedAt, client, secondsHeard }) => ({
      ...{ id: trackId, name: title, instant: playedAt },
      ...{ client, secondsHeard },
    })),
  )
}

/** What clients have reported: bookmarks, the queue, and what plays now. */
export async function readReported(db: Database, userId: string) {
  const bookmarks = db
    .selectFrom('bookmarks')
    .innerJoin('tracks', 'tracks.id', 'bookmarks.track_id')
    .select(['tracks.id', 'tracks.title as name', 'changed_at as instant'])
    .select(['position_ms as positionMs', 'bookmarks.comment'])
    .where('user_id', '=', userId)
    .orderBy('changed_at', 'desc')
    .orderBy('tracks.id')
  return {
    bookmarks: await bookmarks.execute().then(toListed),
    queue: await readPlayQueue(db, userId),
    nowPlaying: (await readNowPlaying(db, userId)) ?? null,
  } satisfies Partial<OwnData>
}

/*
 * Records in tables of a listener's, latest first by the column `time`. The tables have the same columns but for that one and for
 * `rating`, which only those of ratings have.
 */

function artistsIn(
  db: Database,
  table: 'follows' | 'interested_artists' | 'artist_ratings',
  time: string,
  userId: string,
) {
  return db
    .selectFrom(table as 'artist_ratings')
    .innerJoin('artists', 'artists.id', 'artist_id')
    .select(['artists.id', 'artists.name', 'artists.mbid', `${time as 'rated_at'} as instant`])
    .where('user_id', '=', userId)
    .orderBy(time as 'rated_at', 'desc')
    .orderBy('artists.id')
}

function tracksIn(db: Database, table: 'counted_tracks' | 'track_ratings', time: string, userId: string) {
  return db
    .selectFrom(table as 'track_ratings')
    .innerJoin('tracks', 'tracks.id', 'track_id')
    .select(['tracks.id', 'tracks.title as name', `${time as 'rated_at'} as instant`])
    .where('user_id', '=', userId)
    .orderBy(time as 'rated_at', 'desc')
    .orderBy('tracks.id')
}

function albumsIn(
  db: Database,
  table: 'counted_albums' | 'kept_albums' | 'album_ratings',
  time: string,
  userId: string,
) {
  return db
    .selectFrom(table as 'album_ratings')
    .innerJoin('albums', 'albums.id', 'album_id')
    .innerJoin('artists', 'artists.id', 'albums.artist_id')
    .select(['albums.id', 'albums.title as name', 'albums.mbid', 'artists.name as artistName'])
    .select(`${time as 'rated_at'} as instant`)
    .where('user_id', '=', userId)
    .orderBy(time as 'rated_at', 'desc')
    .orderBy('albums.id')
}

const toListed = <Row extends { id: string; name: string; instant: number }>(rows: readonly Row[]) =>
  rows.map(({ id, name, instant, ...row }) => ({ id, name, at: toIsoDate(instant), ...row }))
