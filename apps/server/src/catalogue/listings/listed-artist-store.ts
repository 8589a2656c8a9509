import { type RawBuilder, sql } from 'kysely'
import { inChunks, inOrder, LIST_SLICE } from '../../database/in-chunks.ts'
import { keysetAfter } from '../../database/keyset-after.ts'
import { literal } from '../../database/literal.ts'
import type { Database } from '../../database/tables.ts'

/** An artist with everything that apps show. */
export interface ListedArtist {
  readonly id: string
  readonly name: string
  readonly sortName: string
  readonly mbid: string
  readonly picturePath: string
  /** Albums under this artist's name, also as the second of several, that have something to play. */
  readonly ownAlbumCount: number
  /** Other albums that credit this artist on a track that can be played. */
  readonly appearanceCount: number
  /** Whether this artist is credited on a track that can be played. */
  readonly hasTracks: boolean
}

/** Slices are longer than those of our own lists: apps read all artists at once. */
const SLICE = LIST_SLICE * 5

const columns = [
  'artists.id',
  'artists.name',
  'artists.sort_name',
  'artists.mbid',
  'artists.profile_path',
] as const
type Row = { id: string; name: string; sort_name: string; mbid: string; profile_path: string }

/** Three queries for each 500 rows. */
async function toListedArtists(db: Database, rows: readonly Row[]): Promise<ListedArtist[]> {
  const artists: ListedArtist[] = []
  for (const chunk of inChunks(rows)) {
    const ids = chunk.map(row => row.id)
    const albumCounts = await countAlbums(db, ids)
    const credited = await findCredited(db, ids)
    const appearances = await countAppearances(db, [...credited])
    for (const row of chunk)
      artists.push({
        id: row.id,
        name: row.name,
        sortName: row.sort_name,
        mbid: row.mbid,
        picturePath: row.profile_path,
        ownAlbumCount: albumCounts.get(row.id) ?? 0,
        appearanceCount: appearances.get(row.id) ?? 0,
        hasTracks: credited.has(row.id),
      })
  }
  return artists
}

/** In the order of `ids`, also people who perform nothing; unknown ids are left out. Four queries for each 500 ids. */
export async function readListedArtists(db: Database, ids: readonly string[]): Promise<ListedArtist[]> {
  const found: Row[] = []
  for (const chunk of inChunks(ids)) {
    const rows = await db.selectFrom('artists').select(columns).where('id', 'in', chunk).execute()
    const known = new Set(rows.map(row => row.id))
    const others = await readPeople(
      db,
      chunk.filter(id => !known.has(id)),
    )
    found.push(...inOrder(chunk, [...rows, ...others], row => row.id))
  }
  return toListedArtists(db, found)
}

async function readPeople(db: Database, ids: readonly string[]): Promise<Row[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('credited_people')
    .select(['id', 'name', 'folded_name'])
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ folded_name, ...row }) => ({
    ...row,
    sort_name: folded_name,
    mbid: '',
    profile_path: '',
  }))
}

/** All artists with albums that have something to play, by name, in slices. */
export async function* readAlbumArtists(db: Database): AsyncGenerator<ListedArtist[]> {
  let last: { sort_name: string; id: string } | undefined
  for (;;) {
    let query = db.selectFrom('artists').select(columns)
    if (last) query = query.where(keysetAfter('sort_name', 'id', last.sort_name, last.id))
    const rows = await query.orderBy('sort_name').orderBy('id').limit(literal(SLICE)).execute()
    yield (await toListedArtists(db, rows)).filter(artist => artist.ownAlbumCount > 0)
    if (rows.length < SLICE) return
    last = rows.at(-1)
  }
}

/** Artists without albums are missing. */
async function countAlbums(db: Database, artistIds: readonly string[]): Promise<Map<string, number>> {
  const first = await db
    .selectFrom('albums')
    .select(['artist_id', eb => eb.fn.countAll<number>().as('count')])
    .where('artist_id', 'in', artistIds)
    .where(isPlayable(sql.ref('albums.id')))
    .groupBy('artist_id')
    .execute()
  const others = await db
    .selectFrom('album_artists')
    .select(['artist_id', eb => eb.fn.countAll<number>().as('count')])
    .where('artist_id', 'in', artistIds)
    .where(isPlayable(sql.ref('album_artists.album_id')))
    .groupBy('artist_id')
    .execute()
  const counts = new Map<string, number>()
  for (const { artist_id, count } of [...first, ...others])
    counts.set(artist_id, (counts.get(artist_id) ?? 0) + Number(count))
  return counts
}

const isPlayable = (albumId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from tracks where tracks.album_id = ${albumId} and tracks.available = 1)`

/** Those of the artists that are credited on a track that can be played. */
async function findCredited(db: Database, artistIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('artists')
    .select('id')
    .where('id', 'in', artistIds)
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('track_artists')
          .innerJoin('tracks', 'tracks.id', 'track_artists.track_id')
          .select(sql.lit(1).as('one'))
          .whereRef('track_artists.artist_id', '=', 'artists.id')
          .where('tracks.available', '=', 1),
      ),
    )
    .execute()
  return new Set(rows.map(row => row.id))
}

/** By artist, as `readAppearances` lists them; 0 is left out. */
async function countAppearances(db: Database, artistIds: readonly string[]): Promise<Map<string, number>> {
  if (artistIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('track_artists')
    .innerJoin('tracks', 'tracks.id', 'track_artists.track_id')
    .innerJoin('albums', 'albums.id', 'tracks.album_id')
    .select(['track_artists.artist_id', sql<number>`count(distinct tracks.album_id)`.as('count')])
    .where('track_artists.artist_id', 'in', artistIds)
    .where('tracks.available', '=', 1)
    .whereRef('albums.artist_id', '!=', 'track_artists.artist_id')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('album_artists')
            .select(sql.lit(1).as('one'))
            .whereRef('album_artists.album_id', '=', 'tracks.album_id')
            .whereRef('album_artists.artist_id', '=', 'track_artists.artist_id'),
        ),
      ),
    )
    .groupBy('track_artists.artist_id')
    .execute()
  return new Map(rows.map(row => [row.artist_id, Number(row.count)]))
}

/** Albums that an artist is credited on without being one of their artists, newest first. */
export async function readAppearances(db: Database, artistId: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('albums')
    .select(['albums.id', 'albums.released_at'])
    .where('albums.artist_id', '!=', artistId)
    .where('albums.id', 'not in', eb =>
      eb.selectFrom('album_artists').select('album_id').where('artist_id', '=', artistId),
    )
    .where('albums.id', 'in', eb =>
      eb
        .selectFrom('track_artists')
        .innerJoin('tracks', 'tracks.id', 'track_artists.track_id')
        .select('tracks.album_id')
        .where('track_artists.artist_id', '=', artistId)
        .where('tracks.available', '=', 1),
    )
    .orderBy('albums.released_at', 'desc')
    .orderBy('albums.id')
    .limit(literal(most))
    .execute()
  return rows.map(row => row.id)
}
