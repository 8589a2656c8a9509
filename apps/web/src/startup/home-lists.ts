import type { Album } from '@refrain/contract/catalogue/albums'
import type { Artist } from '@refrain/contract/catalogue/artists'
import type { QueryClient } from '@tanstack/react-query'
import { popularAlbumsQuery, popularArtistsQuery } from '../catalogue/catalogue-queries.ts'

/** What Home is drawn from. */
export interface HomeLists {
  readonly artists: Artist[]
  readonly albums: Album[]
}

/** Id of the element in which the lists come with a page that the server has drawn. */
const ELEMENT = 'home-lists'

/** The lists as markup; nothing in them can end the element they stand in. */
export function serialiseHomeLists(lists: HomeLists): string {
  const json = JSON.stringify(lists).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${ELEMENT}">${json}</script>`
}

/** The lists that came with the page; none where the server has not drawn it. */
export function readHomeLists(): HomeLists | undefined {
  const json = document.getElementById(ELEMENT)?.textContent
  return json ? JSON.parse(json) : undefined
}

/** Makes the lists known, as if they had been fetched now. */
export function cacheHomeLists(client: QueryClient, { artists, albums }: HomeLists): void {
  client.setQueryData(popularArtistsQuery.queryKey, artists)
  client.setQueryData(popularAlbumsQuery.queryKey, albums)
}
