import { literal } from '../../database/literal.ts'
import type { Database } from '../../database/tables.ts'
import type { PicturedRecord } from './catalogue-picture-writer.ts'

interface CataloguePicture extends PicturedRecord {
  readonly name: string
  /** The artist of an album; '' for an artist. */
  readonly artist: string
  readonly picturePath: string
  readonly isUploaded: boolean
}

/** The picture of an album or artist; undefined if there is no such record. */
export async function readCataloguePicture(
  db: Database,
  { kind, id }: PicturedRecord,
): Promise<CataloguePicture | undefined> {
  const row =
    kind === 'albums'
      ? await db
          .selectFrom('albums')
          .innerJoin('artists', 'artists.id', 'albums.artist_id')
          .leftJoin('catalogue_pictures', 'catalogue_pictures.album_id', 'albums.id')
          .select(['albums.title as name', 'artists.name as artist'])
          .select(['albums.profile_path', 'catalogue_pictures.owner_id'])
          .where('albums.id', '=', id)
          .executeTakeFirst()
      : await db
          .selectFrom('artists')
          .leftJoin('catalogue_pictures', 'catalogue_pictures.artist_id', 'artists.id')
          .select(['artists.name', 'artists.profile_path', 'catalogue_pictures.owner_id'])
          .select(eb => eb.val('').as('artist'))
          .where('artists.id', '=', id)
          .executeTakeFirst()
  if (!row) return undefined
  const { name, artist, profile_path: picturePath, owner_id } = row
  return { ...{ kind, id, name, artist, picturePath }, isUploaded: owner_id !== null }
}

/** Uploaded pictures, newest first. */
export async function readCataloguePictures(
  db: Database,
  { skip, most }: { readonly skip: number; readonly most: number },
): Promise<CataloguePicture[]> {
  const rows = await db
    .selectFrom('catalogue_pictures')
    .leftJoin('albums', 'albums.id', 'catalogue_pictures.album_id')
    .leftJoin('artists as makers', 'makers.id', 'albums.artist_id')
    .leftJoin('artists', 'artists.id', 'catalogue_pictures.artist_id')
    .select(['owner_id', 'albums.title', 'albums.profile_path as cover', 'makers.name as maker'])
    .select(['artists.name', 'artists.profile_path as portrait'])
    .orderBy('uploaded_at', 'desc')
    .orderBy('owner_id', 'desc')
    .limit(literal(most))
    .offset(literal(skip))
    .execute()
  return rows.map(({ owner_id: id, title, cover, maker, name, portrait }) =>
    title === null
      ? { kind: 'artists', id, name: name ?? '', artist: '', picturePath: portrait ?? '', isUploaded: true }
      : { kind: 'albums', id, name: title, artist: maker ?? '', picturePath: cover ?? '', isUploaded: true },
  )
}

export async function countCataloguePictures(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('catalogue_pictures')
    .select(eb => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
