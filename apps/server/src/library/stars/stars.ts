import { likedSongsId } from '@refrain/contract/library/playlists'
import type { LiveUpdateKind } from '@refrain/contract/live-updates'
import { lockUser } from '../../account/user-store.ts'
import { filterExistingAlbumIds } from '../../catalogue/album-store.ts'
import { filterExistingArtistIds } from '../../catalogue/artist-store.ts'
import { filterExistingTrackIds } from '../../catalogue/track-store.ts'
import { inChunks } from '../../database/in-chunks.ts'
import { write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { addFollow, removeFollow } from '../follows/follows.ts'
import { deleteKeptAlbums } from '../kept-albums/kept-album-store.ts'
import { keepAlbums } from '../kept-albums/kept-albums.ts'
import { removeTracks } from '../playlists/entry-store.ts'
import { readPlaylistRow, updatePlaylistRow } from '../playlists/playlist-store.ts'
import { addMissingTracks } from '../playlists/playlist-tracks.ts'
import { readOwnPlaylistRow } from '../playlists/playlists.ts'

/** Records that other clients star with one word: our likes, kept albums and follows. */
export interface StarredIds {
  readonly tracks: readonly string[]
  readonly albums: readonly string[]
  readonly artists: readonly string[]
}

export interface StarResult {
  /** Ids that the catalogue does not have. */
  readonly unknown: readonly string[]
  /** Live updates to publish. */
  readonly changed: readonly LiveUpdateKind[]
}

/**
 * Likes tracks, keeps albums and follows artists in one transaction; idempotent.
 * @throws RequestError (409) if it would be too many, with nothing changed
 */
export function starItems(db: Database, userId: string, ids: StarredIds): Promise<StarResult> {
  return changeStars(db, userId, ids, {
    async tracks(tx, trackIds) {
      const liked = await readOwnPlaylistRow(tx, userId, likedSongsId(userId))
      if (!(await addMissingTracks(tx, liked, trackIds))) return false
      await updatePlaylistRow(tx, liked.id)
      return true
    },
    albums: async (tx, albumIds) => (await keepAlbums(tx, userId, albumIds)) > 0,
    artist: (tx, artistId) => addFollow(tx, userId, artistId),
  })
}

/** Undoes `starItems`. */
export function unstarItems(db: Database, userId: string, ids: StarredIds): Promise<StarResult> {
  return changeStars(db, userId, ids, {
    async tracks(tx, trackIds) {
      const liked = await readPlaylistRow(tx, userId, likedSongsId(userId))
      if (!liked || (await removeTracks(tx, liked.id, trackIds)) === 0) return false
      await updatePlaylistRow(tx, liked.id)
      return true
    },
    async albums(tx, albumIds) {
      let deleted = 0
      for (const chunk of inChunks(albumIds)) deleted += await deleteKeptAlbums(tx, userId, chunk)
      return deleted > 0
    },
    artist: (tx, artistId) => removeFollow(tx, userId, artistId),
  })
}

/** What to do with existing records; each returns whether it changed anything. */
interface Changes {
  readonly tracks: (tx: Transaction, trackIds: readonly string[]) => Promise<boolean>
  readonly albums: (tx: Transaction, albumIds: readonly string[]) => Promise<boolean>
  readonly artist: (tx: Transaction, artistId: string) => Promise<boolean>
}

function changeStars(db: Database, userId: string, ids: StarredIds, changes: Changes): Promise<StarResult> {
  return write(db, async tx => {
    await lockUser(tx, userId)
    const tracks = await filterExistingTrackIds(tx, ids.tracks)
    const albums = await filterExistingAlbumIds(tx, ids.albums)
    const artists = await filterExistingArtistIds(tx, ids.artists)
    const changed: LiveUpdateKind[] = []
    if (tracks.length > 0 && (await changes.tracks(tx, tracks))) changed.push('likes')
    if (albums.length > 0 && (await changes.albums(tx, albums))) changed.push('keptAlbums')
    let areFollowsChanged = false
    // Sorted: concurrent calls lock the artists in the same order.
    for (const id of artists.toSorted()) if (await changes.artist(tx, id)) areFollowsChanged = true
    if (areFollowsChanged) changed.push('follows')
    const known = new Set([...tracks, ...albums, ...artists])
    const unknown = [...ids.tracks, ...ids.albums, ...ids.artists].filter(id => !known.has(id))
    return { unknown, changed }
  })
}
