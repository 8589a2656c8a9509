import type { Album } from '@refrain/contract/catalogue/albums'
import type { Artist } from '@refrain/contract/catalogue/artists'
import type { Track } from '@refrain/contract/catalogue/tracks'
import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { albumQuery, artistQuery } from './catalogue-queries.ts'

/** Whom a playlist's first track is by and which album it is from; null where that could not be fetched. */
export interface FirstTrackDetails {
  readonly artist: Artist | null
  readonly album: Album | null
}

/**
 * What a playlist's header says of its first track (READ-08), the artist fetched by id (PLD-22). Where that
 * fails, the rest of the page stands.
 */
export const firstTrackQuery = (track: Pick<Track, 'artist' | 'album'>) =>
  queryOptions({
    queryKey: ['first track', track.artist, track.album],
    queryFn: async (): Promise<FirstTrackDetails> => {
      const [artist, album] = await Promise.all([
        queryClient.ensureQueryData({ ...artistQuery(track.artist), retry: false }).catch(() => null),
        queryClient.ensureQueryData({ ...albumQuery(track.album), retry: false }).catch(() => null),
      ])
      return { artist, album }
    },
  })
