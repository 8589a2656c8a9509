import { fetchAllGenres, fetchGenre } from '@refrain/contract/catalogue/genres'
import { fetchGenreTracks } from '@refrain/contract/catalogue/tracks'
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

/** The tracks of a genre, by its name in any letter case. */
export const genreTracksQuery = (name: string) =>
  queryOptions({
    queryKey: ['genre', 'tracks', foldName(name)],
    queryFn: ({ signal }) => call(fetchGenreTracks, { genre: name }, signal),
  })
