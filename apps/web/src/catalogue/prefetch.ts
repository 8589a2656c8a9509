import { queryClient } from '../api/query-client.ts'
import {
  albumQuery,
  albumTracksQuery,
  artistAlbumsQuery,
  artistQuery,
  artistTopTracksQuery,
} from './catalogue-queries.ts'
import { firstTrackQuery } from './first-track-query.ts'
import { genreQuery, genresQuery, genreTopTracksQuery, genreTracksQuery } from './genres/genre-queries.ts'
import { trackQuery } from './track-query.ts'

/** Prefetches what an album's page shows. */
export function prefetchAlbum(id: string): void {
  queryClient.prefetchQuery(albumQuery(id))
  queryClient.prefetchQuery(albumTracksQuery(id))
}

/** Prefetches what an artist's page shows. */
export function prefetchArtist(id: string): void {
  queryClient.prefetchQuery(artistQuery(id))
  queryClient.prefetchQuery(artistTopTracksQuery(id))
  queryClient.prefetchQuery(artistAlbumsQuery(id))
}

/** Prefetches what a genre's page shows. */
export function prefetchGenre(id: string): void {
  queryClient.prefetchQuery(genresQuery)
  queryClient.prefetchQuery(genreQuery(id))
  queryClient.prefetchQuery(genreTopTracksQuery(id))
}

/** Prefetches what the page of a genre's daily mix shows. */
export async function prefetchDailyMix(genre: string): Promise<void> {
  queryClient.prefetchQuery(genresQuery)
  await queryClient.prefetchQuery(genreTracksQuery(genre))
  const first = queryClient.getQueryData(genreTracksQuery(genre).queryKey)?.[0]
  if (first) queryClient.prefetchQuery(firstTrackQuery(first))
}

/** Prefetches what a track's page shows. */
export function prefetchTrack(id: string): void {
  queryClient.prefetchQuery(trackQuery(id))
  queryClient.prefetchQuery(genresQuery)
}
