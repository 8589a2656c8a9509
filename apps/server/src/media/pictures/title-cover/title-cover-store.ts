import { compileOnce } from '../../../database/compile-once.ts'
import type { Database } from '../../../database/tables.ts'
import type { TitleCover } from './draw-title-cover.ts'

const selectAlbum = compileOnce<TitleCover>((db, id) =>
  db
    .selectFrom('albums')
    .innerJoin('artists', 'artists.id', 'albums.artist_id')
    .select(['albums.title', 'artists.name as artist', 'albums.color as colour'])
    .where('albums.id', '=', id),
)

/** What the drawn cover of an album shows. @returns undefined without such an album */
export async function readTitleCover(db: Database, albumId: string): Promise<TitleCover | undefined> {
  const [cover] = await selectAlbum(db, albumId)
  return cover
}
