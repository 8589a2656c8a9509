import type { Album } from '@refrain/contract/catalogue/albums'
import type { Artist } from '@refrain/contract/catalogue/artists'
import type { Track } from '@refrain/contract/catalogue/tracks'
import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { albumQuery, artistQuery } from './catalogue-queries.ts'

/** Artist and album of a playlist's first track; null if they could not be fetched. */
export interface FirstTrackDetails {
  readonly artist: Artist | null
  readonly album: Album | null
}

/** Details of the first track for a playlist's header. Does not fail, because the page works without them. */
export const firstTrackQuery = (track: Pick<Track, 'artistId' | 'albumId'>) =>
  queryOptions({
    queryKey: ['first track', track.artistId, track.albumId],
    queryFn: async (): Promise<FirstTrackDetails> => {
      const [artist, album] = await Promise.all([
        queryClient.ensureQueryData({ ...artistQuery(track.artistId), retry: false }).catch(() => null),
        queryClient.ensureQueryData({ ...albumQuery(track.albumId), retry: false }).catch(() => null),
      ])
      return { artist, album }
    },
  })
