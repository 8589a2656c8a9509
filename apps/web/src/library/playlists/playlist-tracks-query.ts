import { fetchTracksByIds, type Track } from '@refrain/contract/catalogue/tracks'
import { readEntryId } from '@refrain/contract/entry-ids'
import type { Playlist } from '@refrain/contract/library/playlists'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { ownKey } from '../../account/session.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'

/** How long unused tracks stay cached, in milliseconds: shorter than the default, because there may be thousands. */
const UNUSED_TTL_MS = 5 * 60_000

/**
 * The tracks of a playlist. For a newer version, only tracks that the previous one did not contain are fetched. Tracks
 * that have left the catalogue are omitted.
 */
export const playlistTracksQuery = (token: string | null, playlist: Playlist) =>
  queryOptions({
    queryKey: [...keyOf(token, playlist), playlist.version],
    queryFn: async ({ signal }): Promise<readonly Track[]> => {
      const known = byId(readCachedTracks(token, playlist))
      const missing = [...new Set(playlist.tracks)].filter(id => !known.has(id))
      if (missing.length > 0)
        for (const track of await call(fetchTracksByIds, { tracks: missing }, signal))
          known.set(track.id, track)
      removeOlderVersions(token, playlist)
      return tracksInOrder(playlist.tracks, known)
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: UNUSED_TTL_MS,
    structuralSharing: false,
  })

/** Prefix of the keys of all versions. */
const keyOf = (token: string | null, { id, type }: Playlist) =>
  type === 'liked' ? ownKey(token, 'likes', 'tracks') : ownKey(token, 'playlists', id, 'tracks')

/** The cached tracks of the newest version that has any. */
export function readCachedTracks(token: string | null, playlist: Playlist): readonly Track[] {
  const versions = queryClient.getQueriesData<readonly Track[]>({ queryKey: keyOf(token, playlist) })
  const fetched = versions.filter(([, rows]) => rows !== undefined)
  const [newest] = fetched.toSorted(([a], [b]) => versionOf(b) - versionOf(a))
  return newest?.[1] ?? []
}

/** Older versions are no longer needed: their tracks are part of this one, or gone. */
function removeOlderVersions(token: string | null, playlist: Playlist): void {
  queryClient.removeQueries({
    queryKey: keyOf(token, playlist),
    type: 'inactive',
    predicate: ({ queryKey }) => versionOf(queryKey) < playlist.version,
  })
}

const versionOf = (queryKey: QueryKey) => Number(queryKey.at(-1))

/** Caches a track that is about to be added, so that it need not be fetched. */
export function cacheTrack(token: string, playlist: Playlist, track: Track): void {
  queryClient.setQueryData(playlistTracksQuery(token, playlist).queryKey, rows => rows && [...rows, track])
}

/** The tracks with these ids, in their order; unknown ids are omitted. */
function tracksInOrder(ids: readonly string[], known: ReadonlyMap<string, Track>): readonly Track[] {
  return ids.flatMap(id => known.get(id) ?? [])
}

/** A track in a list; `entryId` tells rows of the same track apart. */
export interface ListedTrack extends Track {
  readonly entryId?: string
}

/** The tracks of entries, in their order; those that are not known are omitted. */
export function entriesInOrder(
  entryIds: readonly string[],
  known: ReadonlyMap<string, Track>,
): readonly ListedTrack[] {
  return entryIds.flatMap(entryId => {
    const track = known.get(readEntryId(entryId).trackId)
    if (!track) return []
    return track.id === entryId ? track : { ...track, entryId }
  })
}

export const byId = (tracks: readonly Track[]) => new Map(tracks.map(track => [track.id, track]))
