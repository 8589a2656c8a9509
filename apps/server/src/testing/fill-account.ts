import { likedSongsId } from '@refrain/contract/library/playlists'
import { countLimits } from '@refrain/contract/limits'
import { inChunks } from '../database/in-chunks.ts'
import type { Database } from '../database/tables.ts'

/** Id of the deleted playlist. */
export const DELETED_ID = 'deleted'

const UPLOADED = 100 * 1024 * 1024

/** Fills a listener's account to every limit; one playlist and Liked Songs are full, and so are the invitations. A playlist is deleted. */
export async function fillAccount(
  db: Database,
  { userId, playlistId, trackId, artistId }: Record<'userId' | 'playlistId' | 'trackId' | 'artistId', string>,
): Promise<void> {
  const ids = (kind: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${kind}${String(n).padStart(5, '0')}`)
  const trackIds = ids('track', countLimits.playlistTracks)
  const artistIds = ids('artist', countLimits.follows)
  const { search_id: _, ...track } = (await db
    .selectFrom('tracks')
    .selectAll()
    .where('id', '=', trackId)
    .executeTakeFirstOrThrow()) as Record<string, unknown>
  const { search_id: __, ...artist } = (await db
    .selectFrom('artists')
    .selectAll()
    .where('id', '=', artistId)
    .executeTakeFirstOrThrow()) as Record<string, unknown>
  await db.deleteFrom('playlist_tracks').execute()
  for (const chunk of inChunks(trackIds)) {
    await db
      .insertInto('tracks')
      .values(chunk.map(id => ({ ...track, id, url: id }) as never))
      .execute()
    for (const playlist_id of [playlistId, likedSongsId(userId)]) {
      const places = chunk.map((track_id, n) => ({ playlist_id, track_id, position: n, added_at: 1 }))
      await db.insertInto('playlist_tracks').values(places).execute()
    }
  }
  for (const chunk of inChunks(artistIds)) {
    const rows = chunk.map(id => ({ ...artist, id, name: id, folded_name: id, sort_name: id }) as never)
    await db.insertInto('artists').values(rows).execute()
    const follows = chunk.map(artist_id => ({ user_id: userId, artist_id, followed_at: 1 }))
    await db.insertInto('follows').values(follows).execute()
  }
  await fillOpinions(db, userId, trackIds)
  const invitations = ids('invitation', countLimits.invitations).map(id => ({
    ...{ id, token_hash: id, note: '', created_at: 1, expires_at: Number.MAX_SAFE_INTEGER, uses: 1, used: 0 },
  }))
  await db.insertInto('invitations').values(invitations).execute()
  const appKeys = ids('key', countLimits.appKeys).map(id => ({
    ...({ id, user_id: userId, kind: 'apiKey', name: id, scope: 'listen', hash: id } as const),
    ...{
      sealed: null,
      sealed_with: null,
      created_at: 1,
      last_used_at: null,
      last_client: '',
      last_network: '',
    },
  }))
  await db.insertInto('app_keys').values(appKeys).execute()
  const playlist = await db
    .selectFrom('playlists')
    .selectAll()
    .where('id', '=', playlistId)
    .executeTakeFirstOrThrow()
  const more = ids('playlist', countLimits.playlists).map(id => ({ ...playlist, id }))
  await db.insertInto('playlists').values(more).execute()
  const { changed_at: ___, ...deleted } = playlist
  await db
    .insertInto('deleted_playlists')
    .values({ ...deleted, id: DELETED_ID, entries: 0, deleted_at: Date.now() })
    .execute()
  await db.updateTable('uploads').set({ bytes: UPLOADED }).where('user_id', '=', userId).execute()
}

/** Kept albums, ratings of tracks and bookmarks. */
async function fillOpinions(db: Database, user_id: string, trackIds: readonly string[]): Promise<void> {
  const { search_id: _, ...album } = (await db
    .selectFrom('albums')
    .selectAll()
    .limit(1)
    .executeTakeFirstOrThrow()) as Record<string, unknown>
  const albumIds = Array.from({ length: countLimits.keptAlbums }, (_, n) => `album${n}`)
  for (const chunk of inChunks(albumIds)) {
    await db
      .insertInto('albums')
      .values(chunk.map(id => ({ ...album, id, album_key: id }) as never))
      .execute()
    const kept = chunk.map(album_id => ({ user_id, album_id, kept_at: 1 }))
    await db.insertInto('kept_albums').values(kept).execute()
  }
  for (const chunk of inChunks(trackIds.slice(0, countLimits.ratings))) {
    const ratings = chunk.map(track_id => ({ user_id, track_id, rating: 3, rated_at: 1 }))
    await db.insertInto('track_ratings').values(ratings).execute()
  }
  for (const chunk of inChunks(trackIds.slice(0, countLimits.bookmarks))) {
    const bookmarks = chunk.map(track_id => ({
      ...{ user_id, track_id, position_ms: 1, comment: '', created_at: 1, changed_at: 1 },
    }))
    await db.insertInto('bookmarks').values(bookmarks).execute()
  }
}
