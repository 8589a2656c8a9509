import type { Album } from '@refrain/contract/catalogue/albums'
import type { Track } from '@refrain/contract/catalogue/tracks'
import { ALBUM_RECORDS } from '@refrain/contract/service-paths'
import { readAlbum } from '../catalogue/album-store.ts'
import { readTracksOfAlbum } from '../catalogue/track-store.ts'
import type { Database } from '../database/tables.ts'

/** With more tracks than this, the document would take as long as the calls that it saves. */
const MAX_TRACKS = 100

export interface AlbumRecords {
  readonly album: Album
  readonly tracks?: Track[]
}

/** What an album's page shows; undefined if there is no such album. */
export async function readAlbumRecords(db: Database, id: string): Promise<AlbumRecords | undefined> {
  const album = await readAlbum(db, id)
  if (!album || album.tracks.length > MAX_TRACKS) return album && { album }
  return { album, tracks: await readTracksOfAlbum(db, id) }
}

/** The records for the code of the page, as a script element; escapes `<`, so that no text can close it. */
export function writeAlbumRecords(records: AlbumRecords, serviceName: string): string {
  const json = JSON.stringify({ name: serviceName, ...records }).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${ALBUM_RECORDS}">${json}</script>`
}
