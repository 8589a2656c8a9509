import type { Album } from '@refrain/contract/catalogue/albums'
import type { Artist } from '@refrain/contract/catalogue/artists'
import type { QueryClient } from '@tanstack/react-query'
import { renderedNameKey } from '../api/service-name.ts'
import { popularAlbumsQuery, popularArtistsQuery } from '../catalogue/catalogue-queries.ts'

/** The data that Home is rendered from. */
export interface HomeLists {
  /** What the service calls itself. */
  readonly name: string
  readonly artists: Artist[]
  readonly albums: Album[]
}

/** Id of the element that carries the lists in a server-rendered page. */
const ELEMENT = 'home-lists'

/** The lists as a script element; escapes `<`, so that no text can close it. */
export function serialiseHomeLists(lists: HomeLists): string {
  const json = JSON.stringify(lists).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${ELEMENT}">${json}</script>`
}

/** The lists in the page; undefined if the server has not rendered it. */
export function readHomeLists(): HomeLists | undefined {
  const json = document.getElementById(ELEMENT)?.textContent
  return json ? JSON.parse(json) : undefined
}

/** Adds the lists to the query cache, as if they had just been fetched. */
export function cacheHomeLists(client: QueryClient, { name, artists, albums }: HomeLists): void {
  client.setQueryData(renderedNameKey, name)
  client.setQueryData(popularArtistsQuery.queryKey, artists)
  client.setQueryData(popularAlbumsQuery.queryKey, albums)
}
