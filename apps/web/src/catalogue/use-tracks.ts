import type { fetchMoreArtistTracks, Track } from '@refrain/contract/catalogue/tracks'
import type { OutputOf } from '@refrain/contract/operation'
import { useQuery } from '@tanstack/react-query'
import { artistTopTracksQuery, artistTracksQuery } from './catalogue-queries.ts'
import { genreTopTracksQuery, genreTracksQuery } from './genres/genre-queries.ts'

interface ShownTracks {
  /** The first ones at once, then all; undefined until the first have arrived. */
  readonly tracks: readonly Track[] | undefined
  readonly isComplete: boolean
}

export function useArtistTracks(id: string): ShownTracks {
  const { data: top } = useQuery(artistTopTracksQuery(id))
  const { data: all } = useQuery({ ...artistTracksQuery(id), enabled: top?.next !== undefined })
  return toShown(top, all)
}

/** @param name undefined until it is known */
export function useGenreTracks(id: string, name: string | undefined): ShownTracks {
  const { data: top } = useQuery(genreTopTracksQuery(id))
  const { data: all } = useQuery({
    ...genreTracksQuery(name ?? ''),
    enabled: name !== undefined && top?.next !== undefined,
  })
  return toShown(top, all)
}

function toShown(top: OutputOf<typeof fetchMoreArtistTracks> | undefined, all?: Track[]): ShownTracks {
  return {
    tracks: all ?? top?.tracks,
    isComplete: all !== undefined || (top !== undefined && top.next === undefined),
  }
}
