import { foldName } from '@refrain/contract/fold-name'
import type { Transaction } from '../database/tables.ts'
import type { PictureColours } from '../media/pictures/write-picture-sizes.ts'
import { foldForSearch } from './search/fold-for-search.ts'

export interface ArtistData {
  readonly name: string
  /** MusicBrainz artist id, '' where unknown. */
  readonly mbid: string
}

export interface ArtistPicture extends PictureColours {
  readonly profilePath: string
}

/** What a new row needs that the name does not give. */
export interface NewArtist {
  readonly id: string
  readonly sortName: string
  readonly color: string
  readonly now: number
}

/**
 * The id of an artist, who is put in where missing. One MusicBrainz id is one artist; without an id, one
 * name is. A name that was known without an id takes the first id that comes with it.
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
  await tx
    .insertInto('artists')
    .values({
      id: fresh.id,
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
  return { id: fresh.id, changed: true }
}

/** When an artist came into the catalogue. */
export async function readArtistCreatedAt(tx: Transaction, id: string): Promise<number> {
  const row = await tx
    .selectFrom('artists')
    .select('created_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.created_at
}

/** Gives an artist the name and picture that an album shows. True when something was different. */
export async function updateArtist(
  tx: Transaction,
  id: string,
  look: { name: string; sortName: string; picture: ArtistPicture | undefined },
): Promise<boolean> {
  const row = await tx.selectFrom('artists').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { picture } = look
  const wanted = {
    name: look.name,
    sort_name: look.sortName,
    folded_name: foldName(look.name),
    search_name: foldForSearch(look.name),
    ...(picture && {
      profile_path: picture.profilePath,
      color: picture.color,
      thumbhash: picture.thumbhash,
      cover_album: '',
    }),
  }
  const same = Object.entries(wanted).every(([column, value]) => row[column as keyof typeof row] === value)
  if (same) return false
  await tx.updateTable('artists').set(wanted).where('id', '=', id).execute()
  return true
}

/** Takes out those of these artists who have neither tracks nor albums left; followed ones stay. */
export async function deleteUnusedArtists(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .deleteFrom('artists')
    .where('id', 'in', ids)
    .where('followers', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('track_artists')
            .select('track_id')
            .whereRef('track_artists.artist_id', '=', 'artists.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('tracks').select('tracks.id').whereRef('tracks.artist_id', '=', 'artists.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('albums').select('albums.id').whereRef('albums.artist_id', '=', 'artists.id'))),
    )
    .execute()
}
