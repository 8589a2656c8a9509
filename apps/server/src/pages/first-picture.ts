import type { PictureOf } from '@refrain/contract/media/picture-address'
import { readPopularArtists } from '../catalogue/artist-store.ts'
import type { Database } from '../database/tables.ts'
import type { Screen } from './screens.ts'

/**
 * The picture to preload: on Home, that of the first artist. Only one, since on a slow network pictures compete with the
 * code.
 */
export async function readFirstPicture(db: Database, { pattern }: Screen): Promise<PictureOf | undefined> {
  if (pattern !== '/') return undefined
  const [artist] = await readPopularArtists(db)
  if (!artist?.picturePath) return undefined
  return { owner: 'artist', ownerId: artist.id, picturePath: artist.picturePath }
}
