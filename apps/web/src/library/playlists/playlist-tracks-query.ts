import { fetchTracksByIds, type Track } from '@refrain/contract/catalogue/tracks'
import type { Playlist } from '@refrain/contract/library/playlists'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { ownKey } from '../../account/session.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

/** How long what a playlist held is kept where nobody looks at it, in milliseconds: it may be thousands of records. */
const UNUSED_TTL_MS = 5 * 60_000

/**
 * The records of a playlist's tracks. Of a newer version only those are fetched that the one before it did not
 * hold, and what is known is shown meanwhile. Tracks that are gone from the catalogue are left out.
 */
export const playlistTracksQuery = (token: string | null, playlist: Playlist) =>
  queryOptions({
    queryKey: [...keyOf(token, playlist), playlist.version],
    queryFn: async ({ signal }): Promise<readonly Track[]> => {
      const known = byId(readCachedTracks(token, playlist))
      const missing = playlist.tracks.filter(id => !known.has(id))
      if (missing.length > 0)
        for (const track of await call(fetchTracksByIds, { tracksArray: missing }, signal))
          known.set(track._id, track)
      removeOlderVersions(token, playlist)
      return tracksInOrder(playlist.tracks, known)
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: UNUSED_TTL_MS,
    structuralSharing: false,
  })

/** Of all versions of a playlist. */
const keyOf = (token: string | null, { _id, type }: Playlist) =>
  type === 'liked' ? ownKey(token, 'likes', 'tracks') : ownKey(token, 'playlists', _id, 'tracks')

/** The records that were fetched for the newest version of a playlist that any were fetched for. */
export function readCachedTracks(token: string | null, playlist: Playlist): readonly Track[] {
  const versions = queryClient.getQueriesData<readonly Track[]>({ queryKey: keyOf(token, playlist) })
  const fetched = versions.filter(([, rows]) => rows !== undefined)
  const [newest] = fetched.toSorted(([a], [b]) => versionOf(b) - versionOf(a))
  return newest?.[1] ?? []
}

/** What is known of older versions is known of this one by now, as far as it is in it. */
function removeOlderVersions(token: string | null, playlist: Playlist): void {
  queryClient.removeQueries({
    queryKey: keyOf(token, playlist),
    type: 'inactive',
    predicate: ({ queryKey }) => versionOf(queryKey) < playlist.version,
  })
}

const versionOf = (queryKey: QueryKey) => Number(queryKey.at(-1))

/** Lets a playlist show a track that is about to be added, without asking for its record. */
export function cacheTrack(token: string, playlist: Playlist, track: Track): void {
  queryClient.setQueryData(playlistTracksQuery(token, playlist).queryKey, rows => rows && [...rows, track])
}

/** The records of the ids, in their order. */
export function tracksInOrder(ids: readonly string[], known: ReadonlyMap<string, Track>): readonly Track[] {
  return ids.flatMap(id => known.get(id) ?? [])
}

export const byId = (tracks: readonly Track[]) => new Map(tracks.map(track => [track._id, track]))
