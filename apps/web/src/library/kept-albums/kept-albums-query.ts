import { fetchKeptAlbumIds, fetchKeptAlbums } from '@refrain/contract/library/kept-albums'
import { queryOptions } from '@tanstack/react-query'
import { ownKey } from '../../account/session.ts'
import { call } from '../../api/call.ts'

/** The ids of the albums that the listener keeps, most recently kept first. */
export const keptAlbumIdsQuery = (token: string | null) =>
  queryOptions({
    queryKey: ownKey(token, 'keptAlbums'),
    enabled: token !== null,
    queryFn: ({ signal }) => call(fetchKeptAlbumIds, {}, signal),
    throwOnError: false,
  })

/** The same as records, for the Library. */
export const keptAlbumsQuery = (token: string | null) =>
  queryOptions({
    queryKey: ownKey(token, 'keptAlbums', 'albums'),
    enabled: token !== null,
    queryFn: ({ signal }) => call(fetchKeptAlbums, {}, signal),
    throwOnError: false,
  })
