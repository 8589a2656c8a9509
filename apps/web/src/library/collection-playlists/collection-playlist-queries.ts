import { fetchTracksByIds, type Track } from '@refrain/contract/catalogue/tracks'
import {
  fetchCollectionPlaylist,
  fetchCollectionPlaylists,
  type ListedPlaylist,
} from '@refrain/contract/library/collection-playlists'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { byId } from '../playlists/playlist-tracks-query.ts'

const KEY = 'collectionPlaylists'

/** Playlists that follow a file of the collection, by title. */
export const collectionPlaylistsQuery = queryOptions({
  queryKey: [KEY],
  queryFn: ({ signal }) => call(fetchCollectionPlaylists, {}, signal),
  retry: false,
  // Pages work without them.
  throwOnError: false,
})

export const collectionPlaylistQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, id],
    queryFn: ({ signal }) => call(fetchCollectionPlaylist, { id }, signal),
  })

/** The tracks whose covers the cards of all of them show, in one call. */
export const collectionCoversQuery = (listed: readonly ListedPlaylist[]) => {
  const ids = [...new Set(listed.flatMap(({ coverTracks }) => coverTracks))]
  return queryOptions({
    queryKey: [KEY, 'covers', ids.join(' ')],
    enabled: ids.length > 0,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Track>> =>
      byId(await call(fetchTracksByIds, { tracks: ids }, signal)),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    throwOnError: false,
  })
}
