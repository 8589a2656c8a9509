import { queryClient } from '../api/query-client.ts'
import {
  albumQuery,
  albumTracksQuery,
  artistAlbumsQuery,
  artistQuery,
  artistTracksQuery,
} from './catalogue-queries.ts'
import { firstTrackQuery } from './first-track-query.ts'
import { genreQuery, genresQuery, genreTracksQuery } from './genres/genre-queries.ts'
import { trackQuery } from './track-query.ts'

/** Fetches what an album's page shows; also when a pointer comes near a link to it. */
export function prefetchAlbum(id: string): void {
  queryClient.prefetchQuery(albumQuery(id))
  queryClient.prefetchQuery(albumTracksQuery(id))
}

/** Fetches what an artist's page shows. */
export function prefetchArtist(id: string): void {
  queryClient.prefetchQuery(artistQuery(id))
  queryClient.prefetchQuery(artistTracksQuery(id))
  queryClient.prefetchQuery(artistAlbumsQuery(id))
}

/** Fetches what a genre's page shows; its tracks are known by its name, so that comes first. */
export async function prefetchGenre(id: string): Promise<void> {
  queryClient.prefetchQuery(genresQuery)
  await queryClient.prefetchQuery(genreQuery(id))
  const genre = queryClient.getQueryData(genreQuery(id).queryKey)
  if (genre) queryClient.prefetchQuery(genreTracksQuery(genre.genre))
}

/** Fetches what the page of a genre's daily mix shows. */
export async function prefetchDailyMix(genre: string): Promise<void> {
  queryClient.prefetchQuery(genresQuery)
  await queryClient.prefetchQuery(genreTracksQuery(genre))
  const first = queryClient.getQueryData(genreTracksQuery(genre).queryKey)?.[0]
  if (first) queryClient.prefetchQuery(firstTrackQuery(first))
}

/** Fetches what a track's page shows. */
export function prefetchTrack(id: string): void {
  queryClient.prefetchQuery(trackQuery(id))
  queryClient.prefetchQuery(genresQuery)
}
