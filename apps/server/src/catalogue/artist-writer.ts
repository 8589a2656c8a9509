import { foldForSearch } from '@refrain/contract/fold-for-search'
import { foldName } from '@refrain/contract/fold-name'
import type { ExpressionBuilder } from 'kysely'
import type { Tables, Transaction } from '../database/tables.ts'
import type { PictureColours } from '../media/pictures/encoded-picture.ts'
import { findPersonId } from './credits/credit-writer.ts'

export interface ArtistData {
  readonly name: string
  /** MusicBrainz artist id, '' where unknown. */
  readonly mbid: string
}

export interface ArtistPicture extends PictureColours {
  readonly picturePath: string
}

/** The columns of a new row that do not follow from the name. */
export interface NewArtist {
  readonly id: string
  readonly sortName: string
  readonly color: string
  readonly now: number
}

/**
 * Finds an artist by MusicBrainz id, or without one by name, and inserts it if missing. An artist stored without an id
 * takes the first id that comes with its name. Somebody whom tracks credit with another role keeps the id of a person.
 */
export async function findOrInsertArtist(
  tx: Transaction,
  artist: ArtistData,
  fresh: NewArtist,
): Promise<{ id: string; changed: boolean }> {
  const folded = foldName(artist.name)
  const find = () => tx.selectFrom('artists').select(['id', 'mbid'])
  if (artist.mbid) {
    const known = await find().where('mbid', '=', artist.mbid).orderBy('id').executeTakeFirst()
    if (known) return { id: known.id, changed: false }
  }
  const named = find().where('folded_name', '=', folded).orderBy('mbid').orderBy('id')
  const known = await (artist.mbid ? named.where('mbid', '=', '') : named).executeTakeFirst()
  if (known) {
    if (artist.mbid)
      await tx.updateTable('artists').set({ mbid: artist.mbid }).where('id', '=', known.id).execute()
    return { id: known.id, changed: artist.mbid !== '' }
  }
  const id = (await findPersonId(tx, folded)) ?? fresh.id
  await tx
    .insertInto('artists')
    .values({
      id,
      name: artist.name,
      sort_name: fresh.sortName,
      folded_name: folded,
      search_name: foldForSearch(artist.name),
      mbid: artist.mbid,
      profile_path: '',
      color: fresh.color,
      thumbhash: '',
      created_at: fresh.now,
    })
    .execute()
  return { id, changed: true }
}

export async function readArtistCreatedAt(tx: Transaction, id: string): Promise<number> {
  const row = await tx
    .selectFrom('artists')
    .select('created_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.created_at
}

/** Sets an artist's name. @returns whether it has changed */
export async function renameArtist(
  tx: Transaction,
  id: string,
  { name, sortName }: { readonly name: string; readonly sortName: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('artists')
    .set({ name, sort_name: sortName, folded_name: foldName(name), search_name: foldForSearch(name) })
    .where('id', '=', id)
    .where(eb => eb.or([eb('name', '!=', name), eb('sort_name', '!=', sortName)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Sets an artist's picture. @returns whether anything changed */
export async function updateArtistPicture(
  tx: Transaction,
  id: string,
  picture: ArtistPicture,
): Promise<boolean> {
  const row = await tx.selectFrom('artists').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { picturePath: profile_path, color, thumbhash } = picture
  const values = { profile_path, color, thumbhash, cover_album: '' }
  const isUnchanged = Object.entries(values).every(
    ([column, value]) => row[column as keyof typeof row] === value,
  )
  if (isUnchanged) return false
  await tx.updateTable('artists').set(values).where('id', '=', id).execute()
  return true
}

/** Deletes those of the artists without tracks, albums and followers. */
export async function deleteUnusedArtists(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('artists').where('id', 'in', ids).where('followers', '=', 0).where(hasNoMusic).execute()
}

/** Whether an artist has neither tracks nor albums. */
export function hasNoMusic({ and, not, exists, selectFrom }: ExpressionBuilder<Tables, 'artists'>) {
  return and([
    not(
      exists(
        selectFrom('track_artists').select('track_id').whereRef('track_artists.artist_id', '=', 'artists.id'),
      ),
    ),
    not(exists(selectFrom('tracks').select('tracks.id').whereRef('tracks.artist_id', '=', 'artists.id'))),
    not(exists(selectFrom('albums').select('albums.id').whereRef('albums.artist_id', '=', 'artists.id'))),
    not(
      exists(
        selectFrom('album_artists').select('album_id').whereRef('album_artists.artist_id', '=', 'artists.id'),
      ),
    ),
  ])
}
