import type { Playlist } from '@refrain/contract/playlists'
import { ownKey } from '../account/session.ts'
import { queryClient } from '../api/query-client.ts'

/** One of the listener's lists: a playlist, or Liked Songs, which the queries keep elsewhere. */
export interface OwnList {
  readonly playlistId: string
  readonly kind: Playlist['type']
}

/** Of Liked Songs there is one. */
type ShownList = OwnList | { readonly kind: 'liked' }

/** Track ids, from one order or choice to the next. */
export type ChangeIds = (ids: readonly string[]) => readonly string[]

/** The kind of change of a list, by which its queries are known. */
export const changeKind = ({ kind }: OwnList) => (kind === 'liked' ? 'likes' : 'playlists')

/** The track ids of a list, in its order, as far as they were fetched. */
export function readIds(token: string, { playlistId, kind }: OwnList): readonly string[] | undefined {
  if (kind === 'liked') return queryClient.getQueryData<Playlist>(ownKey(token, 'likes', 'playlist'))?.tracks
  const one = queryClient.getQueryData<Playlist>(ownKey(token, 'playlists', playlistId))
  const all = queryClient.getQueryData<Playlist[]>(ownKey(token, 'playlists'))
  return (one ?? all?.find(({ _id }) => _id === playlistId))?.tracks
}

/** Changes what is shown of a list; what was never fetched stays so. */
export function showChange(token: string, list: ShownList, change: ChangeIds): void {
  if (list.kind === 'liked') {
    showLiked(token, change)
    return
  }
  const changed = (playlist: Playlist) => ({ ...playlist, tracks: [...change(playlist.tracks)] })
  queryClient.setQueryData<Playlist>(
    ownKey(token, 'playlists', list.playlistId),
    playlist => playlist && changed(playlist),
  )
  queryClient.setQueryData<Playlist[]>(ownKey(token, 'playlists'), playlists =>
    playlists?.map(playlist => (playlist._id === list.playlistId ? changed(playlist) : playlist)),
  )
}

/** Shows a list as the service has answered it. */
export function showAnswer(token: string, { playlistId, kind }: OwnList, answer: Playlist): void {
  if (kind === 'liked') {
    showLiked(token, () => answer.tracks)
    queryClient.setQueryData<Playlist>(ownKey(token, 'likes', 'playlist'), answer)
    return
  }
  queryClient.setQueryData<Playlist>(ownKey(token, 'playlists', playlistId), answer)
  queryClient.setQueryData<Playlist[]>(ownKey(token, 'playlists'), playlists =>
    playlists?.map(playlist => (playlist._id === playlistId ? answer : playlist)),
  )
}

function showLiked(token: string, change: ChangeIds): void {
  queryClient.setQueryData<Playlist>(
    ownKey(token, 'likes', 'playlist'),
    playlist => playlist && { ...playlist, tracks: [...change(playlist.tracks)] },
  )
  queryClient.setQueryData<ReadonlySet<string>>(ownKey(token, 'likes'), likes => {
    if (!likes) return undefined
    const changed = new Set(change([...likes]))
    // Who only moves likes nothing else: hearts are not drawn anew.
    return changed.size === likes.size && changed.isSubsetOf(likes) ? likes : changed
  })
}
