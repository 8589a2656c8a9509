import { type Album, fetchAlbum } from '@refrain/contract/catalogue/albums'
import { fetchArtist } from '@refrain/contract/catalogue/artists'
import { fetchAllGenres } from '@refrain/contract/catalogue/genres'
import { searchCatalogue } from '@refrain/contract/catalogue/search'
import { fetchTracksByIds, type Track } from '@refrain/contract/catalogue/tracks'
import {
  fetchKeptAlbumIds,
  fetchKeptAlbums,
  keepAlbum,
  releaseAlbum,
} from '@refrain/contract/library/kept-albums'
import { appendLikedSongs, fetchLikedSongs, fetchLikedTracksPlaylist } from '@refrain/contract/library/likes'
import {
  addTracksToPlaylist,
  deleteTrackFromPlaylist,
  editPlaylist,
} from '@refrain/contract/library/playlist-tracks'
import {
  createPlaylist,
  deletePlaylist,
  fetchPlaylist,
  fetchUserPlaylists,
  LIKED_SONGS,
  LIKED_SONGS_COLOUR,
  newPlaylistTitle,
  PLAYLIST_COLOUR,
  type Playlist,
  restorePlaylist,
  updatePlaylist,
} from '@refrain/contract/library/playlists'
import { vi } from 'vitest'
import { type AccountServer, mockAccounts } from './mock-accounts.ts'
import { type MockCall, mockCall } from './mock-calls.ts'
import { makeAlbum, makeArtist, makeGenre, makeTracks } from './records.ts'

export interface LibraryServer extends AccountServer {
  /** Ada's playlists, newest first. */
  readonly playlists: Playlist[]
  readonly liked: Playlist
  /** Ids of the albums she keeps, most recently kept first. */
  readonly kept: string[]
  /** The ids of each call that fetches tracks by ids. */
  readonly requestedIds: string[][]
  /** Deletes a playlist, or all likes. */
  readonly remove: (id: string) => void
}

export function makePlaylist(id: string, tracks: readonly string[] = []): Playlist {
  return {
    id,
    type: 'playlist',
    title: `Playlist ${id}`,
    picturePath: '',
    color: PLAYLIST_COLOUR,
    thumbhash: '',
    tracks: [...tracks],
    comment: '',
    createdAt: '2026-05-03T00:00:00.000Z',
    changedAt: '2026-05-03T00:00:00.000Z',
    version: 1,
  }
}

/** Five albums with the tracks `al1-1` to `al5-3`, titled `Track 1` to `Track 3`. */
export const albums = [1, 2, 3, 4, 5].map(n => makeAlbum(`al${n}`, 3))
const tracks = new Map<string, Track>(albums.flatMap(makeTracks).map(track => [track.id, track]))

/** The tracks with the given ids, in that order, without unknown ones. */
export const records = (ids: readonly string[]) => ids.flatMap(id => tracks.get(id) ?? [])

/** Signs Ada in to a server with playlists and liked songs. `more` takes precedence. */
export async function mockLibrary(
  start: {
    readonly playlists?: readonly Playlist[]
    readonly liked?: readonly string[]
    readonly kept?: readonly string[]
  } = {},
  ...more: readonly MockCall[]
): Promise<LibraryServer> {
  const playlists = [...(start.playlists ?? [])]
  const liked: Playlist = {
    ...makePlaylist('liked-us1', start.liked),
    type: 'liked',
    title: LIKED_SONGS,
    color: LIKED_SONGS_COLOUR,
  }
  const kept = [...(start.kept ?? [])]
  const requestedIds: string[][] = []
  const trash = new Map<string, Playlist>()
  const done = { success: true } as const
  const find = (id: string) => (id === liked.id ? liked : playlists.find(list => list.id === id))
  const change = (id: string, changed: Partial<Playlist>) => {
    const playlist = find(id)
    return playlist && Object.assign(playlist, changed, { version: playlist.version + 1 })
  }
  function remove(id: string): void {
    trash.set(id, { ...find(id)! })
    if (id === liked.id) change(id, { tracks: [] })
    else
      playlists.splice(
        playlists.findIndex(playlist => playlist.id === id),
        1,
      )
  }
  const server = mockAccounts(
    ...more,
    mockCall(fetchAllGenres, () => [makeGenre('ge1', 'Ambient'), makeGenre('ge2', 'Jazz')]),
    mockCall(fetchArtist, ({ artistId }) => ({ artist: makeArtist(artistId) })),
    mockCall(fetchAlbum, ({ id }) => albums.find((album: Album) => album.id === id)),
    mockCall(fetchTracksByIds, ({ tracks }) => {
      requestedIds.push(tracks)
      return records(tracks)
    }),
    mockCall(searchCatalogue, ({ query }) => ({
      tracks: [...tracks.values()].filter(({ title }) => title.toLowerCase().includes(query.toLowerCase())),
      artists: [],
      albums: [],
    })),
    mockCall(fetchLikedSongs, () => liked.tracks),
    mockCall(fetchLikedTracksPlaylist, () => liked),
    mockCall(appendLikedSongs, ({ trackId }) => {
      change(liked.id, { tracks: [...liked.tracks, trackId] })
      return done
    }),
    mockCall(fetchKeptAlbumIds, () => kept),
    mockCall(fetchKeptAlbums, () => kept.flatMap(id => albums.filter(album => album.id === id))),
    mockCall(keepAlbum, ({ albumId }) => {
      kept.unshift(albumId)
      return done
    }),
    mockCall(releaseAlbum, ({ albumId }) => {
      kept.splice(kept.indexOf(albumId), 1)
      return done
    }),
    mockCall(fetchUserPlaylists, () => playlists),
    mockCall(fetchPlaylist, ({ id }) => find(id)),
    mockCall(createPlaylist, () => {
      const made = makePlaylist(`new${playlists.length + 1}`)
      playlists.unshift({ ...made, title: newPlaylistTitle(playlists.length + 1) })
      return playlists[0]
    }),
    mockCall(updatePlaylist, ({ playlistId, title, picturePath }) =>
      change(playlistId, { title, picturePath }),
    ),
    mockCall(deletePlaylist, ({ playlistId }) => {
      remove(playlistId)
      return done
    }),
    mockCall(restorePlaylist, ({ playlistId }) => {
      const deleted = trash.get(playlistId)
      if (!deleted) return find(playlistId)
      trash.delete(playlistId)
      if (playlistId === liked.id)
        return change(playlistId, { tracks: [...new Set([...deleted.tracks, ...liked.tracks])] })
      playlists.push({ ...deleted, version: deleted.version + 1 })
      return find(playlistId)
    }),
    mockCall(addTracksToPlaylist, ({ playlistId, tracks }) =>
      change(playlistId, { tracks: [...(find(playlistId)?.tracks ?? []), ...tracks] }),
    ),
    mockCall(editPlaylist, ({ playlistId, added = [] }) =>
      change(playlistId, { tracks: [...(find(playlistId)?.tracks ?? []), ...added] }),
    ),
    mockCall(deleteTrackFromPlaylist, ({ playlistId, trackId }) =>
      change(playlistId, { tracks: find(playlistId)?.tracks.filter(id => id !== trackId) ?? [] }),
    ),
  )
  vi.stubGlobal('scrollBy', () => {})
  await server.signIn()
  return { ...server, playlists, liked, kept, requestedIds, remove }
}
