import { readEntryId } from '@refrain/contract/entry-ids'
import type { Playlist } from '@refrain/contract/library/playlists'
import { ownKey } from '../../account/session.ts'
import { queryClient } from '../../api/query-client.ts'

/** One of the listener's playlists, or Liked Songs, which is cached under other keys. */
export interface PlaylistRef {
  readonly playlistId: string
  readonly kind: Playlist['type']
}

export type UpdateEntryIds = (ids: readonly string[]) => readonly string[]

/** What identifies each entry of a playlist: the id of its track, unless the playlist holds that several times. */
export function entryIdsOf({ entryIds, tracks }: Pick<Playlist, 'entryIds' | 'tracks'>): readonly string[] {
  return entryIds ?? tracks
}

/** Prefix of the queries that show a playlist, and key of its mutations. */
export const mutationKey = (token: string, { kind }: Pick<PlaylistRef, 'kind'>) =>
  ownKey(token, kind === 'liked' ? 'likes' : 'playlists')

const keyOf = (token: string, { playlistId, kind }: PlaylistRef) =>
  kind === 'liked' ? ownKey(token, 'likes', 'playlist') : ownKey(token, 'playlists', playlistId)

/** The ids of a playlist's entries, in order; undefined if it is not cached. */
export function readCachedEntryIds(token: string, ref: PlaylistRef): readonly string[] | undefined {
  const one = queryClient.getQueryData<Playlist>(keyOf(token, ref))
  const all = queryClient.getQueryData<Playlist[]>(ownKey(token, 'playlists'))
  const playlist = one ?? all?.find(({ id }) => id === ref.playlistId)
  return playlist && entryIdsOf(playlist)
}

export function updateCachedEntryIds(token: string, ref: PlaylistRef, update: UpdateEntryIds): void {
  updateCachedPlaylist(token, ref, ({ entryIds: before, ...playlist }) => {
    const entryIds = update(before ?? playlist.tracks)
    const tracks = entryIds.map(id => readEntryId(id).trackId)
    const hasKeys = entryIds.some((id, index) => id !== tracks[index])
    return { ...playlist, tracks, ...(hasKeys && { entryIds: [...entryIds] }) }
  })
}

/** Replaces a cached playlist by what the server has answered. */
export function cachePlaylist(token: string, ref: PlaylistRef, response: Playlist): void {
  updateCachedPlaylist(token, ref, () => response)
}

/** Updates the playlist's own query and the list of playlists; Liked Songs is not in that list. */
function updateCachedPlaylist(
  token: string,
  ref: PlaylistRef,
  update: (playlist: Playlist) => Playlist,
): void {
  queryClient.setQueryData<Playlist>(keyOf(token, ref), playlist => playlist && update(playlist))
  queryClient.setQueryData<Playlist[]>(ownKey(token, 'playlists'), playlists =>
    playlists?.map(playlist => (playlist.id === ref.playlistId ? update(playlist) : playlist)),
  )
}
