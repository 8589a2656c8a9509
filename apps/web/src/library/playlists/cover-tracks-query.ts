import { fetchTracksByIds, type Track } from '@refrain/contract/catalogue/tracks'
import type { Playlist } from '@refrain/contract/library/playlists'
import { queryOptions } from '@tanstack/react-query'
import { readToken } from '../../account/session.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { byId } from './playlist-tracks-query.ts'
import { playlistsQuery } from './playlists-query.ts'

/** A playlist's cover is made from the albums of this many first tracks. */
export const MAX_COVER_TRACKS = 8

type Covered = Pick<Playlist, 'picturePath' | 'tracks'>

/** The ids of the tracks whose covers a playlist shows; none if it has a picture of its own. */
const coverIds = ({ picturePath, tracks }: Covered) =>
  picturePath === '' ? tracks.slice(0, MAX_COVER_TRACKS) : []

/** The tracks whose covers a playlist shows. */
export const coverTracksQuery = (playlist: Covered) => {
  const ids = coverIds(playlist)
  return queryOptions({
    queryKey: ['tracks', 'first', ids.join(' ')],
    enabled: ids.length > 0,
    queryFn: () => load(playlist),
    staleTime: Number.POSITIVE_INFINITY,
    // Playlists work without a cover.
    throwOnError: false,
  })
}

/** Pending and finished requests, by track id: only of the tracks whose covers are shown now. */
const requests = new Map<string, Promise<ReadonlyMap<string, Track>>>()

/** The first caller loads the tracks of all playlists of the Library, so that all cards take one call. */
async function load(playlist: Covered): Promise<readonly Track[]> {
  const all = queryClient.getQueryData(playlistsQuery(await readToken()).queryKey) ?? []
  const ids = new Set([playlist, ...all].flatMap(coverIds))
  for (const id of requests.keys()) if (!ids.has(id)) requests.delete(id)
  const missing = [...ids].filter(id => !requests.has(id))
  if (missing.length > 0) {
    const response = call(fetchTracksByIds, { tracks: missing }).then(byId)
    for (const id of missing) requests.set(id, response)
    response.catch(() => {
      for (const id of missing) requests.delete(id)
    })
  }
  const own = coverIds(playlist)
  const responses = await Promise.all(own.map(id => requests.get(id)))
  return own.flatMap((id, index) => responses[index]?.get(id) ?? [])
}
