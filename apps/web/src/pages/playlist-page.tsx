import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigation, useParams } from 'react-router'
import { useToken } from '../account/session.ts'
import { CallError } from '../api/send.ts'
import { playlistQuery } from '../library/playlists/playlists-query.ts'
import { paths } from '../paths.ts'
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts'
import { LikedSongs } from './playlist/liked-songs.tsx'
import { OwnPlaylist, OwnPlaylistSkeleton } from './playlist/own-playlist.tsx'

/** A playlist of the listener. */
export function Component() {
  const { id = '' } = useParams()
  const { data: playlist, error } = useQuery({
    ...playlistQuery(useToken(), id),
    throwOnError: (failure, { state }) => state.data === undefined && !isServiceError(failure),
  })
  const isLeaving = useNavigation().state !== 'idle'
  useDocumentTitle(playlist?.title)
  // Somebody else's playlist, or one that was deleted elsewhere; who deletes it here is on the way to the Library.
  if (isServiceError(error) && (!playlist || error.status === 404) && !isLeaving)
    return <Navigate to={paths.home()} replace />
  if (!playlist) return <OwnPlaylistSkeleton />
  if (playlist.type === 'liked') return <LikedSongs />
  // The key makes another playlist start with its own skeleton.
  return <OwnPlaylist key={id} playlist={playlist} />
}

/** Whether the service itself reported the error, as opposed to a failed connection. */
const isServiceError = (error: unknown): error is CallError =>
  error instanceof CallError && typeof error.body === 'object' && error.body !== null && 'error' in error.body
