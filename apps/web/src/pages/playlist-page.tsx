import { isCollectionPlaylistId } from '@refrain/contract/library/collection-playlist-ids'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { type LoaderFunction, Navigate, redirect, useNavigation, useParams } from 'react-router'
import { readToken, useIsGuest, useToken } from '../account/session.ts'
import { CallError } from '../api/send.ts'
import { playlistQuery } from '../library/playlists/playlists-query.ts'
import { paths } from '../paths.ts'
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts'
import { loadPart } from '../ui/loading/load-part.ts'
import { LikedSongs } from './playlist/liked-songs.tsx'
import { OwnPlaylist, OwnPlaylistSkeleton } from './playlist/own-playlist.tsx'

const CollectionPlaylistView = lazy(async () => ({
  default: (await loadPart(() => import('./playlist/collection-playlist-view.tsx'))).CollectionPlaylistView,
}))

/** Guests see those of the collection only. */
export const loader: LoaderFunction = async ({ params }) => {
  if (!isCollectionPlaylistId(params.id ?? '') && (await readToken()) === null) throw redirect(paths.home())
  return null
}

/** A playlist of the listener, or of the collection. */
export function Component() {
  const { id = '' } = useParams()
  const isGuest = useIsGuest()
  if (isCollectionPlaylistId(id))
    return (
      <Suspense fallback={<OwnPlaylistSkeleton />}>
        <CollectionPlaylistView key={id} id={id} />
      </Suspense>
    )
  return isGuest ? <Navigate to={paths.home()} replace /> : <ListenersPlaylist id={id} />
}

function ListenersPlaylist({ id }: { readonly id: string }) {
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
