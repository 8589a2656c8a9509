import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { useToken } from '../account/session.ts'
import { CallError } from '../api/send.ts'
import { playlistQuery } from '../library/playlists/playlists-query.ts'
import { paths } from '../paths.ts'
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts'
import { LikedSongs } from './playlist/liked-songs.tsx'
import { OwnPlaylist, OwnPlaylistSkeleton } from './playlist/own-playlist.tsx'

/** One of the listener's playlists. */
export function Component() {
  const { id = '' } = useParams()
  const { data: playlist, error } = useQuery({
    ...playlistQuery(useToken(), id),
    throwOnError: (failure, { state }) => state.data === undefined && !isAnswered(failure),
  })
  useDocumentTitle(playlist?.title)
  // Another's, or one that was deleted elsewhere.
  if (isAnswered(error) && (!playlist || error.status === 404)) return <Navigate to={paths.home()} replace />
  if (!playlist) return <OwnPlaylistSkeleton />
  if (playlist.type === 'liked') return <LikedSongs />
  // Keyed: another playlist starts with its own skeleton.
  return <OwnPlaylist key={id} playlist={playlist} />
}

/** Whether it was answered with an error, and not merely without an answer. */
const isAnswered = (error: unknown): error is CallError =>
  error instanceof CallError && typeof error.body === 'object' && error.body !== null && 'error' in error.body
