import type { PictureOf } from '@refrain/contract/picture-address'
import { readPopularAlbums } from '../catalogue/album-store.ts'
import { readPopularArtists } from '../catalogue/artist-store.ts'
import type { Database } from '../database/tables.ts'
import type { Screen } from './screens.ts'

/** The pictures that are in sight on Home at any width: the first of each carousel. None elsewhere. */
export async function readFirstPictures(db: Database, { pattern }: Screen): Promise<PictureOf[]> {
  if (pattern !== '/') return []
  const [[artist], [album]] = [await readPopularArtists(db), await readPopularAlbums(db)]
  return [
    ...(artist ? [{ owner: 'artist' as const, ownerId: artist._id, profilePath: artist.profile_path }] : []),
    ...(album ? [{ owner: 'album' as const, ownerId: album._id, profilePath: album.profile_path }] : []),
  ].filter(picture => picture.profilePath !== '')
}
