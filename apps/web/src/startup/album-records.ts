import type { Album } from '@refrain/contract/catalogue/albums'
import type { Track } from '@refrain/contract/catalogue/tracks'
import { ALBUM_RECORDS } from '@refrain/contract/service-paths'
import type { QueryClient } from '@tanstack/react-query'
import { renderedNameKey } from '../api/service-name.ts'
import { albumQuery, albumTracksQuery } from '../catalogue/catalogue-queries.ts'

/** The data of an album's page. */
export interface AlbumRecords {
  /** What the service calls itself. */
  readonly name: string
  readonly album: Album
  /** Undefined if there are too many for the document. */
  readonly tracks?: Track[] | undefined
}

/** The records in the document of an album's page; undefined in any other. */
export function readAlbumRecords(): AlbumRecords | undefined {
  const json = document.getElementById(ALBUM_RECORDS)?.textContent
  return json ? JSON.parse(json) : undefined
}

/** Adds the records to the query cache, as if they had just been fetched. */
export function cacheAlbumRecords(client: QueryClient, { name, album, tracks }: AlbumRecords): void {
  client.setQueryData(renderedNameKey, name)
  client.setQueryData(albumQuery(album.id).queryKey, album)
  if (tracks) client.setQueryData(albumTracksQuery(album.id).queryKey, tracks)
}
