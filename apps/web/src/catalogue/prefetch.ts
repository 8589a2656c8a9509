import { queryClient } from '../api/query-client.ts'
import {
  albumQuery,
  albumTracksQuery,
  artistAlbumsQuery,
  artistQuery,
  artistTracksQuery,
} from './catalogue-queries.ts'

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
