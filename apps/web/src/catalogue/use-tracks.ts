import type { fetchMoreArtistTracks, Track } from '@refrain/contract/catalogue/tracks'
import type { OutputOf } from '@refrain/contract/operation'
import { QueryObserver, useQuery } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { artistTopTracksQuery, artistTracksQuery } from './catalogue-queries.ts'
import { genreTopTracksQuery, genreTracksQuery } from './genres/genre-queries.ts'

interface ShownTracks {
  /** The first ones at once, then all; undefined until the first have arrived. They stay if the others cannot be loaded. */
  readonly tracks: readonly Track[] | undefined
  readonly isComplete: boolean
}

export function useArtistTracks(id: string): ShownTracks {
  const { data: top } = useQuery(artistTopTracksQuery(id))
  const { data: all } = useQuery({
    ...artistTracksQuery(id),
    enabled: top?.next !== undefined,
    throwOnError: false,
  })
  return toShown(top, all)
}

/** @param name undefined until it is known */
export function useGenreTracks(id: string, name: string | undefined): ShownTracks {
  const { data: top } = useQuery(genreTopTracksQuery(id))
  const { data: all } = useQuery({
    ...genreTracksQuery(name ?? ''),
    enabled: name !== undefined && top?.next !== undefined,
    throwOnError: false,
  })
  return toShown(top, all)
}

function toShown(top: OutputOf<typeof fetchMoreArtistTracks> | undefined, all?: Track[]): ShownTracks {
  return {
    tracks: all ?? top?.tracks,
    isComplete: all !== undefined || (top !== undefined && top.next === undefined),
  }
}

/** Loads a genre's tracks. Its page, if it loads them already, can be left meanwhile: the request goes on. */
export async function loadGenreTracks(name: string): Promise<readonly Track[]> {
  const query = genreTracksQuery(name)
  // A request that nobody observes any more is cancelled.
  const stop = new QueryObserver(queryClient, query).subscribe(() => {})
  return queryClient.ensureQueryData(query).finally(stop)
}
