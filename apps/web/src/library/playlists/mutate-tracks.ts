import type { Playlist } from '@refrain/contract/library/playlists'
import { cancelReads, isLastInScope, mutate, refetchLater } from '../../api/mutate.ts'
import { noteRefusal } from '../../api/refusals.ts'
import {
  cachePlaylist,
  entryIdsOf,
  mutationKey,
  type PlaylistRef,
  readCachedEntryIds,
  type UpdateEntryIds,
  updateCachedEntryIds,
} from './playlist-cache.ts'

/**
 * Changes the entries of a playlist: shown at once, sent after the earlier changes of this playlist. Only the last
 * response is shown, because an earlier one does not know of later changes. If the last call fails, the playlist goes
 * back to what the server has, with one line about it.
 * @throws what `send` throws
 */
export function mutateTracks(
  token: string,
  playlist: PlaylistRef,
  update: UpdateEntryIds,
  send: () => Promise<Playlist>,
): Promise<Playlist> {
  const queryKey = mutationKey(token, playlist)
  const scope = playlist.playlistId
  return mutate({
    queryKey,
    scope,
    readConfirmed: () => readCachedEntryIds(token, playlist),
    show: () => updateCachedEntryIds(token, playlist, update),
    send,
    onSuccess(response, pending) {
      pending.confirmed = entryIdsOf(response)
      if (isLastInScope(scope)) cachePlaylist(token, playlist, response)
    },
    onError({ confirmed }) {
      if (!isLastInScope(scope)) return
      if (confirmed) updateCachedEntryIds(token, playlist, () => confirmed)
      refetchLater(queryKey, queryKey)
    },
  }).catch(error => {
    noteRefusal(error)
    throw error
  })
}

/** Shows another step of a change that is pending. */
export function showStep(token: string, playlist: PlaylistRef, update: UpdateEntryIds): void {
  cancelReads(mutationKey(token, playlist))
  updateCachedEntryIds(token, playlist, update)
}
