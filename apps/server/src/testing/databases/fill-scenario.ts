import type { Database } from '../../database/tables.ts'
import type { Scenario } from '../permission-matrix.ts'
import { seed } from '../seed.ts'

const ALBUM_TRACKS = 10
const NOW = Date.UTC(2024, 6, 1)
const AT_ONCE = 100

/**
 * Fills a catalogue, and all that the owner of a scenario has, in proportion: a tenth of as many albums, artists and playlists.
 * @param size number of tracks, a multiple of ten
 */
export async function fillScenario(db: Database, scene: Scenario, size: number) {
  const { userId, artistId, genreId } = scene
  const put = seed(db)
  const trackIds: string[] = []
  const albumIds: string[] = []
  const artistIds: string[] = []
  for (let n = 0; n < size / ALBUM_TRACKS; n++) {
    const artist = await put.artist(`Artist ${n}`, { id: `artist-${n}` })
    // Half of the albums are one artist's.
    const album = await put.album(`Album ${n}`, n % 2 ? artist : artistId, { id: `album-${n}` })
    for (let m = 0; m < ALBUM_TRACKS; m++) {
      const id = `track-${n * ALBUM_TRACKS + m}`
      trackIds.push(await put.track(`Track ${id}`, album, [artistId, artist], { id, number: m + 1 }))
    }
    artistIds.push(artist)
    albumIds.push(album)
  }
  const playlists = albumIds.map((_, n) => ({
    id: `playlist-${n}`,
    title: `Playlist ${n}`,
    kind: 'playlist' as const,
  }))
  const look = { profile_path: '', color: '#335577', thumbhash: '', version: 1, created_at: NOW }
  await db
    .insertInto('playlists')
    .values(playlists.map(row => ({ ...row, ...look, user_id: userId })))
    .execute()
  const { id: likedId } = await db
    .selectFrom('playlists')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'liked')
    .executeTakeFirstOrThrow()
  for (let at = 0; at < size; at += AT_ONCE) {
    const tracks = trackIds.slice(at, at + AT_ONCE)
    await db
      .insertInto('track_genres')
      .values(tracks.map(track_id => ({ track_id, genre_id: genreId, position: 0 })))
      .execute()
    for (const playlist_id of [likedId, scene.playlistId, 'playlist-0'])
      await db
        .insertInto('playlist_tracks')
        .values(
          tracks.map((track_id, n) => ({
            playlist_id,
            track_id,
            position: 1_000 * (at + n + 10),
            added_at: NOW,
          })),
        )
        .execute()
    await db
      .insertInto('played_tracks')
      .values(tracks.map(track_id => ({ user_id: userId, track_id })))
      .execute()
    await db
      .insertInto('track_ratings')
      .values(tracks.map(track_id => ({ user_id: userId, track_id, rating: 4, rated_at: NOW })))
      .execute()
    await db
      .insertInto('bookmarks')
      .values(
        tracks.map(track_id => ({
          ...{ user_id: userId, track_id, position_ms: 1, comment: '', created_at: NOW, changed_at: NOW },
        })),
      )
      .execute()
  }
  await db
    .insertInto('playlist_tracks')
    .values(
      playlists.slice(1).flatMap(({ id }, n) =>
        trackIds.slice(n, n + 5).map((track_id, at) => ({
          ...{ playlist_id: id, track_id, position: 1_000 * (at + 1), added_at: NOW },
        })),
      ),
    )
    .execute()
  for (let n = 0; n < size / ALBUM_TRACKS; n++)
    await put.collectionPlaylist(`List ${n}`, trackIds.slice(n, n + 5))
  const artistRows = artistIds.map(artist_id => ({ user_id: userId, artist_id }))
  const albumRows = albumIds.map(album_id => ({ user_id: userId, album_id }))
  await db
    .insertInto('follows')
    .values(artistRows.map(row => ({ ...row, followed_at: NOW })))
    .execute()
  await db
    .insertInto('interested_artists')
    .values(artistRows.map(row => ({ ...row, heard_at: NOW })))
    .execute()
  await db
    .insertInto('kept_albums')
    .values(albumRows.map(row => ({ ...row, kept_at: NOW })))
    .execute()
  return { trackIds, albumIds }
}
