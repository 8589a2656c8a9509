import type {
  BrokenAlbum,
  FoundAlbum,
  MissingTrack,
  Unpictured,
} from '@refrain/contract/administration/collection'
import { sql } from 'kysely'
import { literal } from '../../database/literal.ts'
import type { Database } from '../../database/tables.ts'
import { UNKNOWN_ARTIST, VARIOUS_ARTISTS } from '../../importing/phases/group-albums.ts'
import { filePathOf } from '../../media/cuts/cut-path.ts'

// Written into the statements, so that they use the partial indexes of migrations 021, 053 and 054.
const isMissing = sql<boolean>`available = 0 and not exists (
  select 1 from files where files.track_id = tracks.id and files.missing = 0)`
const hasNoCover = sql<boolean>`albums.profile_path = ''`
const isNamedByFolder = sql<boolean>`albums.named_by_folder = 1`
const hasBrokenTexts = sql<boolean>`albums.has_broken_texts = 1`
// Nobody has a picture of the two that stand for others.
const hasNoPicture = sql<boolean>`artists.profile_path = '' and artists.cover_album = ''
  and artists.name not in (${sql.lit(VARIOUS_ARTISTS.name)}, ${sql.lit(UNKNOWN_ARTIST.name)})`

/** What to look at in the collection. */
export async function countFlaws(db: Database) {
  const total = sql<number>`cast(count(*) as integer)`.as('total')
  const missing = await db.selectFrom('tracks').select(total).where(isMissing).executeTakeFirstOrThrow()
  const countAlbums = (condition: typeof hasNoCover) =>
    db.selectFrom('albums').select(total).where(condition).executeTakeFirstOrThrow()
  const uncovered = await countAlbums(hasNoCover)
  const named = await countAlbums(isNamedByFolder)
  const broken = await countAlbums(hasBrokenTexts)
  const artists = await db.selectFrom('artists').select(total).where(hasNoPicture).executeTakeFirstOrThrow()
  return {
    missingTracks: missing.total,
    albumsWithoutCover: uncovered.total,
    artistsWithoutPicture: artists.total,
    albumsNamedByFolder: named.total,
    albumsWithBrokenTexts: broken.total,
  }
}

/** Rows of one page and one more if there is another page. */
export interface Slice {
  readonly skip: number
  readonly most: number
}

/** Tracks whose files are gone, by title. */
export async function readMissingTracks(db: Database, { skip, most }: Slice): Promise<MissingTrack[]> {
  const rows = await db
    .selectFrom('tracks')
    .innerJoin('albums', 'albums.id', 'tracks.album_id')
    .select(['tracks.id', 'tracks.title', 'tracks.credit as artist', 'albums.id as albumId'])
    .select(eb => [
      'albums.title as album',
      eb.fn
        .coalesce(
          eb
            .selectFrom('files')
            .select(({ fn }) => fn.min('path').as('path'))
            .whereRef('files.track_id', '=', 'tracks.id'),
          eb.val(''),
        )
        .as('path'),
    ])
    .where(isMissing)
    .orderBy('tracks.sort_title')
    .orderBy('tracks.id')
    .limit(literal(most))
    .offset(literal(skip))
    .execute()
  return rows.map(row => ({ ...row, path: filePathOf(row.path) }))
}

export async function readMissingTrackIds(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('tracks').select('id').where(isMissing).execute()
  return rows.map(row => row.id)
}

export async function readAlbumsWithoutCover(db: Database, slice: Slice): Promise<Unpictured[]> {
  return selectAlbums(db, slice).where(hasNoCover).execute()
}

/** Albums whose tags say no title. */
export async function readAlbumsNamedByFolder(db: Database, slice: Slice): Promise<FoundAlbum[]> {
  return selectAlbums(db, slice).where(isNamedByFolder).execute()
}

/** Albums of which some texts look broken, with how these read in other character sets. */
export async function readBrokenAlbums(db: Database, slice: Slice): Promise<BrokenAlbum[]> {
  const rows = await selectAlbums(db, slice).select('albums.broken_texts').where(hasBrokenTexts).execute()
  return rows.map(({ id, name, artist, broken_texts }) => {
    const { texts, readings, takesCharset }: BrokenAlbum = JSON.parse(broken_texts)
    return { id, name, artist, texts, readings, takesCharset }
  })
}

function selectAlbums(db: Database, { skip, most }: Slice) {
  return db
    .selectFrom('albums')
    .innerJoin('artists', 'artists.id', 'albums.artist_id')
    .select(['albums.id', 'albums.title as name', 'artists.name as artist'])
    .orderBy('albums.sort_title')
    .orderBy('albums.id')
    .limit(literal(most))
    .offset(literal(skip))
}

/** Artists who have no picture, and no cover that stands for one. */
export async function readArtistsWithoutPicture(db: Database, { skip, most }: Slice): Promise<Unpictured[]> {
  const rows = await db
    .selectFrom('artists')
    .select(['id', 'name'])
    .where(hasNoPicture)
    .orderBy('sort_name')
    .orderBy('id')
    .limit(literal(most))
    .offset(literal(skip))
    .execute()
  return rows.map(row => ({ ...row, artist: '' }))
}
