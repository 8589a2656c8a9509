import type { OwnData } from '@refrain/contract/own-data'
import { sql } from 'kysely'
import { countRecoveryCodes, readTotp } from '../../account/totp/totp-store.ts'
import type { Database } from '../../database/tables.ts'
import { readListens } from '../../listening/listens/listen-store.ts'
import { readPlayQueue } from '../../listening/queue/play-queue.ts'
import { readNowPlaying } from '../../listening/reported/now-playing.ts'

const DAY_MS = 86_400_000
const toIsoDate = (instant: number) => new Date(instant).toISOString()
const toIsoDateOrNull = (instant: number | null) => (instant === null ? null : toIsoDate(instant))

/** Account data that is not part of the profile. */
export async function readAccountData(db: Database, userId: string) {
  const user = await db
    .selectFrom('users')
    .select(['created_at', 'email_verified_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const sessions = await db
    .selectFrom('sessions')
    .select(['browser', 'system', 'network', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  const links = await db
    .selectFrom('email_links')
    .select(['purpose', 'email', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['name', 'rp_id', 'synced', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const secondFactor = await readSecondFactor(db, userId)
  const appKeys = await db
    .selectFrom('app_keys')
    .select(['id', 'name', 'kind', 'scope', 'created_at', 'last_used_at', 'last_client', 'last_network'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const addresses = await db
    .selectFrom('sign_in_addresses')
    .select('last_at')
    .where('user_id', '=', userId)
    .orderBy('last_at')
    .execute()
  const pictures = await db
    .selectFrom('uploads')
    .select(['id', 'bytes', 'kept_at'])
    .where('user_id', '=', userId)
    .orderBy('kept_at')
    .execute()
  return {
    createdAt: toIsoDate(user.created_at),
    emailVerifiedAt: toIsoDateOrNull(user.email_verified_at),
    emailLinks: links.map(({ created_at, ...link }) => ({ ...link, sentAt: toIsoDate(created_at) })),
    secondFactor,
    passkeys: passkeys.map(row => ({
      name: row.name,
      address: row.rp_id,
      isSynced: row.synced === 1,
      createdAt: toIsoDate(row.created_at),
      lastUsedAt: toIsoDateOrNull(row.last_used_at),
    })),
    sessions: sessions.map(({ created_at, last_used_at, ...client }) => ({
      ...client,
      createdAt: toIsoDate(created_at),
      lastUsedAt: toIsoDate(last_used_at),
    })),
    appKeys: appKeys.map(({ id, name, kind, scope, ...row }) => ({
      ...{ id, name, kind, scope },
      createdAt: toIsoDate(row.created_at),
      lastUsedAt: toIsoDateOrNull(row.last_used_at),
      lastClient: row.last_client,
      lastNetwork: row.last_network,
    })),
    signInAddresses: addresses.map(row => ({ lastAt: toIsoDate(row.last_at) })),
    pictures: pictures.map(row => ({ id: row.id, bytes: row.bytes, uploadedAt: toIsoDate(row.kept_at) })),
  } satisfies Partial<OwnData>
}

async function readSecondFactor(db: Database, userId: string): Promise<OwnData['secondFactor']> {
  const row = await readTotp(db, userId)
  if (!row || row.enabled_at === null) return null
  return { since: toIsoDate(row.enabled_at), recoveryCodes: await countRecoveryCodes(db, userId) }
}

/** Follows, interests and counted plays, with the time of each. */
export async function readListeningData(db: Database, userId: string) {
  const following = await db
    .selectFrom('follows')
    .innerJoin('artists', 'artists.id', 'follows.artist_id')
    .select(['artists.id', 'artists.name', 'artists.mbid', 'followed_at as instant'])
    .where('user_id', '=', userId)
    .orderBy('followed_at', 'desc')
    .orderBy('artists.id')
    .execute()
  const artists = await db
    .selectFrom('interested_artists')
    .innerJoin('artists', 'artists.id', 'interested_artists.artist_id')
    .select(['artists.id', 'artists.name', 'artists.mbid', 'heard_at as instant'])
    .where('user_id', '=', userId)
    .orderBy('heard_at', 'desc')
    .orderBy('artists.id')
    .execute()
  const genres = await db
    .selectFrom('interested_genres')
    .innerJoin('genres', 'genres.id', 'interested_genres.genre_id')
    .select(['genres.id', 'genres.genre as name', 'heard_at as instant'])
    .where('user_id', '=', userId)
    .orderBy('heard_at', 'desc')
    .orderBy('genres.id')
    .execute()
  const tracks = await db
    .selectFrom('counted_tracks')
    .innerJoin('tracks', 'tracks.id', 'counted_tracks.track_id')
    .select(['tracks.id', 'tracks.title as name', 'counted_at as instant'])
    .where('user_id', '=', userId)
    .orderBy('counted_at', 'desc')
    .orderBy('tracks.id')
    .execute()
  const albums = await db
    .selectFrom('counted_albums')
    .innerJoin('albums', 'albums.id', 'counted_albums.album_id')
    .innerJoin('artists', 'artists.id', 'albums.artist_id')
    .select(['albums.id', 'albums.title as name', 'albums.mbid', 'artists.name as artistName', 'day'])
    .where('user_id', '=', userId)
    .orderBy('day', 'desc')
    .orderBy('albums.id')
    .execute()
  return {
    following: following.map(row => ({ ...toListed(row), mbid: row.mbid })),
    interestedArtists: artists.map(row => ({ ...toListed(row), mbid: row.mbid })),
    interestedGenres: genres.map(toListed),
    countedTracks: tracks.map(toListed),
    countedAlbums: albums.map(row => ({
      ...toListed({ ...row, instant: row.day * DAY_MS }),
      mbid: row.mbid,
      artistName: row.artistName,
    })),
  } satisfies Partial<OwnData>
}

/** Kept albums and ratings, with the time of each. */
export async function readOpinions(db: Database, userId: string) {
  const kept = await db
    .selectFrom('kept_albums')
    .innerJoin('albums', 'albums.id', 'kept_albums.album_id')
    .innerJoin('artists', 'artists.id', 'albums.artist_id')
    .select(['albums.id', 'albums.title as name', 'albums.mbid', 'artists.name as artistName'])
    .select('kept_at as instant')
    .where('user_id', '=', userId)
    .orderBy('kept_at', 'desc')
    .orderBy('albums.id')
    .execute()
  const tracks = await db
    .selectFrom('track_ratings')
    .innerJoin('tracks', 'tracks.id', 'track_ratings.track_id')
    .select(['tracks.id', 'tracks.title as name', 'rating', 'rated_at as instant'])
    .where('user_id', '=', userId)
    .orderBy('rated_at', 'desc')
    .orderBy('tracks.id')
    .execute()
  const albums = await db
    .selectFrom('album_ratings')
    .innerJoin('albums', 'albums.id', 'album_ratings.album_id')
    .innerJoin('artists', 'artists.id', 'albums.artist_id')
    .select(['albums.id', 'albums.title as name', 'albums.mbid', 'artists.name as artistName'])
    .select(['rating', 'rated_at as instant'])
    .where('user_id', '=', userId)
    .orderBy('rated_at', 'desc')
    .orderBy('albums.id')
    .execute()
  const artists = await db
    .selectFrom('artist_ratings')
    .innerJoin('artists', 'artists.id', 'artist_ratings.artist_id')
    .select(['artists.id', 'artists.name', 'artists.mbid', 'rating', 'rated_at as instant'])
    .where('user_id', '=', userId)
    .orderBy('rated_at', 'desc')
    .orderBy('artists.id')
    .execute()
  return {
    keptAlbums: kept.map(row => ({ ...toListed(row), mbid: row.mbid, artistName: row.artistName })),
    ratedTracks: tracks.map(row => ({ ...toListed(row), rating: row.rating })),
    ratedAlbums: albums.map(row => ({
      ...toListed(row),
      ...{ mbid: row.mbid, artistName: row.artistName, rating: row.rating },
    })),
    ratedArtists: artists.map(row => ({ ...toListed(row), mbid: row.mbid, rating: row.rating })),
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
  return listens.map(({ trackId, title, playedAt, client, secondsHeard }) => ({
    ...toListed({ id: trackId, name: title, instant: playedAt }),
    ...{ client, secondsHeard },
  }))
}

/** What clients have reported: bookmarks, the queue, and what plays now. */
export async function readReported(db: Database, userId: string) {
  const bookmarks = await db
    .selectFrom('bookmarks')
    .innerJoin('tracks', 'tracks.id', 'bookmarks.track_id')
    .select(['tracks.id', 'tracks.title as name', 'changed_at as instant', 'position_ms', 'comment'])
    .where('user_id', '=', userId)
    .orderBy('changed_at', 'desc')
    .orderBy('tracks.id')
    .execute()
  return {
    bookmarks: bookmarks.map(row => ({
      ...toListed(row),
      ...{ positionMs: row.position_ms, comment: row.comment },
    })),
    queue: await readPlayQueue(db, userId),
    nowPlaying: (await readNowPlaying(db, userId)) ?? null,
  } satisfies Partial<OwnData>
}

function toListed({ id, name, instant }: { id: string; name: string; instant: number }) {
  return { id, name, at: toIsoDate(instant) }
}

/** Some songs of a playlist by name, in its order, which begins at `start`. For some hundreds. */
export async function readSongs(
  db: Database,
  playlistId: string,
  start: number,
  most: number,
): Promise<OwnData['playlists'][number]['songs']> {
  const rows = await db
    .selectFrom('playlist_tracks')
    .innerJoin('tracks', 'tracks.id', 'playlist_tracks.track_id')
    .innerJoin('albums', 'albums.id', 'tracks.album_id')
    .select([
      'tracks.id',
      'tracks.title',
      'tracks.credit as artistName',
      'albums.title as albumTitle',
      'playlist_tracks.added_at',
    ])
    .where('playlist_id', '=', playlistId)
    .orderBy('position')
    .orderBy('playlist_tracks.track_id')
    .orderBy('copy')
    .limit(most)
    .offset(start)
    .execute()
  return rows.map(({ added_at, ...song }) => ({ ...song, addedAt: toIsoDate(added_at) }))
}

/** Tracks as other instances recognise them, by id. For some hundreds. */
export async function readArchivedTracks(db: Database, ids: readonly string[]): Promise<OwnData['tracks']> {
  return db
    .selectFrom('tracks')
    .innerJoin('albums', 'albums.id', 'tracks.album_id')
    .select(eb => [
      'tracks.id',
      eb.fn
        .coalesce(
          eb
            .selectFrom('files')
            .select(file => file.fn.max('files.audio_id').as('audio_id'))
            .whereRef('files.track_id', '=', 'tracks.id'),
          sql.lit(''),
        )
        .as('audioId'),
      'tracks.mbid',
      'tracks.title',
      'tracks.credit as artistName',
      'albums.title as albumTitle',
      'albums.mbid as albumMbid',
    ])
    .where('tracks.id', 'in', ids)
    .orderBy('tracks.id')
    .execute()
}
