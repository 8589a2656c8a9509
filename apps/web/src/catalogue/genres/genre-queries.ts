import { fetchAllGenres, fetchGenre } from '@refrain/contract/catalogue/genres'
import { fetchGenreTracks, fetchMoreGenreTracks } from '@refrain/contract/catalogue/tracks'
import { foldName } from '@refrain/contract/fold-name'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { checkId } from '../check-id.ts'

export const genresQuery = queryOptions({
  queryKey: ['genres'],
  queryFn: ({ signal }) => call(fetchAllGenres, {}, signal),
})

export const genreQuery = (id: string) =>
  queryOptions({
    queryKey: ['genre', id],
    queryFn: ({ signal }) => call(fetchGenre, { id: checkId(id) }, signal),
    placeholderData: () => queryClient.getQueryData(genresQuery.queryKey)?.find(genre => genre.id === id),
  })

/** The first of a genre's tracks: what the page shows at once, however many there are. */
export const genreTopTracksQuery = (id: string) =>
  queryOptions({
    queryKey: ['genre', id, 'tracks', 'top'],
    queryFn: ({ signal }) => call(fetchMoreGenreTracks, { genreId: checkId(id) }, signal),
  })

/** The tracks of a genre, by its name in any letter case. */
export const genreTracksQuery = (name: string) =>
  queryOptions({
    queryKey: ['genre', 'tracks', foldName(name)],
    queryFn: ({ signal }) => call(fetchGenreTracks, { genre: name }, signal),
  })
