import type { Artist } from '@refrain/contract/catalogue/artists'
import type { SearchResult } from '@refrain/contract/catalogue/search'
import type { InfiniteData } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { artistQuery } from './catalogue-queries.ts'
import type { FirstTrackDetails } from './first-track-query.ts'

type Listed = Artist[] | InfiniteData<{ readonly rows: Artist[] }>

/** Updates the number of followers in every cached record of the artist. */
export function setFollowers(artistId: string, followers: number): void {
  const count = (artist: Artist) => (artist.id === artistId ? { ...artist, followers } : artist)
  queryClient.setQueryData(artistQuery(artistId).queryKey, artist => artist && count(artist))
  queryClient.setQueriesData<Listed>({ queryKey: ['artists'] }, listed => {
    if (!listed) return undefined
    if (!('pages' in listed)) return listed.map(count)
    return { ...listed, pages: listed.pages.map(page => ({ ...page, rows: page.rows.map(count) })) }
  })
  queryClient.setQueriesData<SearchResult>(
    { queryKey: ['search'] },
    found => found && { ...found, artists: found.artists.map(count) },
  )
  queryClient.setQueriesData<FirstTrackDetails>(
    { queryKey: ['first track', artistId] },
    of => of && { ...of, artist: of.artist && count(of.artist) },
  )
}
