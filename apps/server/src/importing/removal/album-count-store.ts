import { inChunks } from '../../database/in-chunks.ts'
import type { Database } from '../../database/tables.ts'

export interface AlbumCount {
  readonly title: string
  readonly artist: string
  readonly tracks: number
}

/** Counts the given tracks by album. */
export async function countTracksByAlbum(db: Database, trackIds: readonly string[]): Promise<AlbumCount[]> {
  const albums = new Map<string, AlbumCount>()
  for (const chunk of inChunks(trackIds)) {
    const rows = await db
      .selectFrom('tracks')
      .innerJoin('albums', 'albums.id', 'tracks.album_id')
      .innerJoin('artists', 'artists.id', 'albums.artist_id')
      .select(['albums.id', 'albums.title', 'artists.name'])
      .where('tracks.id', 'in', chunk)
      .execute()
    for (const { id, title, name } of rows) {
      const album = albums.get(id) ?? { title, artist: name, tracks: 0 }
      albums.set(id, { ...album, tracks: album.tracks + 1 })
    }
  }
  return [...albums.values()]
}
