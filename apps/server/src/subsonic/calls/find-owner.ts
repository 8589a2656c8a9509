import { readListedAlbums } from '../../catalogue/listings/listed-album-store.ts'
import { readSongs } from '../../catalogue/listings/song-store.ts'
import type { Database } from '../../database/tables.ts'
import { readAppId } from '../ids.ts'

/** The album of an album's or a track's id, as apps know it. */
export async function readAlbumIdOf(db: Database, given: string): Promise<string | undefined> {
  const known = readAppId(given)
  if (known?.kind === 'album') return known.id
  return known?.kind === 'track' ? (await readSongs(db, [known.id]))[0]?.albumId : undefined
}

/** The main artist of an artist's, an album's or a track's id, as apps know it. */
export async function readArtistIdOf(db: Database, given: string): Promise<string | undefined> {
  const known = readAppId(given)
  if (known?.kind === 'artist') return known.id
  if (known?.kind === 'track') return (await readSongs(db, [known.id]))[0]?.artistId
  return known?.kind === 'album' ? (await readListedAlbums(db, [known.id]))[0]?.artist.id : undefined
}
