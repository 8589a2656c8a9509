import type { Playlist } from '@refrain/contract/library/playlists'
import { ownKey } from '../../account/session.ts'
import { queryClient } from '../../api/query-client.ts'

/** One of the listener's lists: a playlist, or Liked Songs, which the queries keep elsewhere. */
export interface PlaylistRef {
  readonly playlistId: string
  readonly kind: Playlist['type']
}

/** Track ids, from one order or choice to the next. */
export type UpdateTrackIds = (ids: readonly string[]) => readonly string[]

/** The kind of change of a list, by which its queries are known. */
export const changeKind = ({ kind }: PlaylistRef) => (kind === 'liked' ? 'likes' : 'playlists')

const keyOf = (token: string, { playlistId, kind }: PlaylistRef) =>
  kind === 'liked' ? ownKey(token, 'likes', 'playlist') : ownKey(token, 'playlists', playlistId)

/** The track ids of a list, in its order, as far as they were fetched. */
export function readCachedTrackIds(token: string, list: PlaylistRef): readonly string[] | undefined {
  const one = queryClient.getQueryData<Playlist>(keyOf(token, list))
  const all = queryClient.getQueryData<Playlist[]>(ownKey(token, 'playlists'))
  return (one ?? all?.find(({ _id }) => _id === list.playlistId))?.tracks
}

/** Changes what is shown of a list; what was never fetched stays so. */
export function updateCachedTrackIds(token: string, list: PlaylistRef, change: UpdateTrackIds): void {
  updateCachedPlaylist(token, list, playlist => ({ ...playlist, tracks: [...change(playlist.tracks)] }))
}

/** Shows a list as the service has answered it. */
export function cachePlaylist(token: string, list: PlaylistRef, answer: Playlist): void {
  updateCachedPlaylist(token, list, () => answer)
}

/** By itself, and among the others, where Liked Songs is not (READ-27). */
function updateCachedPlaylist(
  token: string,
  list: PlaylistRef,
  change: (playlist: Playlist) => Playlist,
): void {
  queryClient.setQueryData<Playlist>(keyOf(token, list), playlist => playlist && change(playlist))
  queryClient.setQueryData<Playlist[]>(ownKey(token, 'playlists'), playlists =>
    playlists?.map(playlist => (playlist._id === list.playlistId ? change(playlist) : playlist)),
  )
}
