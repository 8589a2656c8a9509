import { lockRows } from '../../database/lock-rows.ts'
import type { Transaction } from '../../database/tables.ts'
import { colourForId } from '../../media/pictures/picture-colours.ts'
import { chooseCover, considerCover } from '../artist-cover-writer.ts'
import type { ArtistPicture } from '../artist-writer.ts'
import { incrementCatalogueVersion } from '../version-writer.ts'

/** An album or artist. */
export interface PicturedRecord {
  readonly kind: 'albums' | 'artists'
  readonly id: string
}

/** The columns of an album or artist that show a picture. */
export interface PictureColumns {
  readonly profile_path: string
  readonly color: string
  readonly thumbhash: string
}

/**
 * Shows an uploaded picture of an album or artist in place of the collection's own.
 * @returns false if there is no such record
 */
export async function setCataloguePicture(
  tx: Transaction,
  record: PicturedRecord,
  { picturePath: profile_path, color, thumbhash }: ArtistPicture,
  now: number,
): Promise<boolean> {
  const { kind, id } = record
  const own = await lockOwnPicture(tx, record)
  if (!own) return false
  await tx
    .insertInto('catalogue_pictures')
    .values({
      owner_id: id,
      album_id: kind === 'albums' ? id : null,
      artist_id: kind === 'artists' ? id : null,
      ...{ own_path: own.profile_path, own_color: own.color, own_thumbhash: own.thumbhash },
      uploaded_at: now,
    })
    .onConflict(conflict => conflict.column('owner_id').doUpdateSet({ uploaded_at: now }))
    .execute()
  await showPicture(tx, record, { profile_path, color, thumbhash })
  return true
}

/** Shows the collection's own picture again, if another one was uploaded. @returns false if there is no such record */
export async function removeCataloguePicture(tx: Transaction, record: PicturedRecord): Promise<boolean> {
  const { id } = record
  if (!(await lockOwnPicture(tx, record))) return false
  const removed = await tx
    .deleteFrom('catalogue_pictures')
    .where('owner_id', '=', id)
    .returning(['own_path as profile_path', 'own_color as color', 'own_thumbhash as thumbhash'])
    .executeTakeFirst()
  if (removed) await showPicture(tx, record, removed)
  return true
}

/**
 * Stores the picture that an import found for an album or artist behind the uploaded one. Lock their row before.
 * @returns false if no other picture was uploaded, so that this one is to be shown
 */
export async function storeOwnPicture(
  tx: Transaction,
  ownerId: string,
  { profile_path, color, thumbhash }: PictureColumns,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('catalogue_pictures')
    .set({ own_path: profile_path, own_color: color, own_thumbhash: thumbhash })
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The picture of the record itself; for an artist, no cover that stands for one. Undefined if there is no such record. */
async function lockOwnPicture(
  tx: Transaction,
  { kind, id }: PicturedRecord,
): Promise<PictureColumns | undefined> {
  await lockRows(tx, kind, [id], 'changes')
  if (kind === 'albums')
    return tx
      .selectFrom('albums')
      .select(['profile_path', 'color', 'thumbhash'])
      .where('id', '=', id)
      .executeTakeFirst()
  const artist = await tx
    .selectFrom('artists')
    .select(['profile_path', 'color', 'thumbhash', 'cover_album'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!artist) return undefined
  const { cover_album, ...own } = artist
  return cover_album === '' ? own : { profile_path: '', color: colourForId(id), thumbhash: '' }
}

async function showPicture(
  tx: Transaction,
  { kind, id }: PicturedRecord,
  { profile_path, color, thumbhash }: PictureColumns,
): Promise<void> {
  const columns = { profile_path, color, thumbhash }
  if (kind === 'albums') {
    await tx.updateTable('albums').set(columns).where('id', '=', id).execute()
    await considerCover(tx, id)
  } else {
    await tx
      .updateTable('artists')
      .set({ ...columns, cover_album: '' })
      .where('id', '=', id)
      .execute()
    if (profile_path === '') await chooseCover(tx, id)
  }
  await incrementCatalogueVersion(tx)
}
