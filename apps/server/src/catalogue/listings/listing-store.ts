import { type RawBuilder, sql } from 'kysely'
import { literal } from '../../database/literal.ts'
import type { Database } from '../../database/tables.ts'

/** An order of ids that is read page by page. */
export interface Listing {
  /** Tables and conditions. */
  readonly rows: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
  /** What orders the rows, without ties. */
  readonly keys: readonly RawBuilder<unknown>[]
  /** How many of them an index orders, if the others are of another table; it finds where a page begins. */
  readonly indexed?: number
  readonly isFalling?: boolean
}

/** The keys of a row. */
export type ListingKey = readonly (string | number)[]

export interface ListingPage {
  readonly ids: string[]
  /** Of the last row; undefined without rows. */
  readonly last: ListingKey | undefined
}

/*
 * Conditions that are tested row by row, in the listing's order. As `exists`, planners may turn them into joins that read the
 * whole catalogue and sort it. PostgreSQL takes `is not null` for true of most rows, and a comparison for true of few, which it
 * would collect and sort.
 */
const hasTracks = sql<boolean>`(
  select 1 from tracks where tracks.album_id = albums.id and tracks.available = 1 limit 1
) is not null`
const hasAlbums = sql<boolean>`((
  select 1 from albums join tracks on tracks.album_id = albums.id and tracks.available = 1
  where albums.artist_id = artists.id limit 1
) is not null or (
  select 1 from album_artists join tracks on tracks.album_id = album_artists.album_id and tracks.available = 1
  where album_artists.artist_id = artists.id limit 1
) is not null)`
const albums = sql`albums where ${hasTracks}`
const albumId = sql.ref('albums.id')
const byTitle = [sql.ref('albums.sort_title'), albumId]

/** Every track that can be played, in an order that never changes: new ones come last. */
export const allTracks: Listing = {
  rows: sql`tracks where tracks.available = 1`,
  id: sql.ref('tracks.id'),
  keys: [sql.ref('tracks.added_at'), sql.ref('tracks.id')],
}
/** Every album with tracks that can be played, in an order that never changes. */
export const allAlbums: Listing = {
  rows: albums,
  id: albumId,
  keys: [sql.ref('albums.created_at'), albumId],
}
/** Every artist with such albums, in an order that never changes. */
export const allArtists: Listing = {
  rows: sql`artists where ${hasAlbums}`,
  id: sql.ref('artists.id'),
  keys: [sql.ref('artists.created_at'), sql.ref('artists.id')],
}
export const newestAlbums: Listing = { ...allAlbums, isFalling: true }
export const albumsByTitle: Listing = { rows: albums, id: albumId, keys: byTitle }
export const albumsByArtist: Listing = {
  rows: sql`artists join albums on albums.artist_id = artists.id where ${hasTracks}`,
  id: albumId,
  keys: [sql.ref('artists.sort_name'), sql.ref('artists.id'), ...byTitle],
  indexed: 2,
}

/** Without a year, albums are ordered by the day they were added. */
export const hasYear = sql<boolean>`(albums.release_date <> '' or albums.original_date <> '')`

/** Albums that were released in one of the years, the first one included and the last one too. */
export function albumsOfYears(from: number, to: number): Listing {
  const [first, last] = from <= to ? [from, to] : [to, from]
  const digits = (year: number) => String(year).padStart(4, '0')
  return {
    rows: sql`albums where ${hasTracks} and ${hasYear}
      and albums.released_at >= ${digits(first)} and albums.released_at < ${digits(last + 1)}`,
    id: albumId,
    keys: [sql.ref('albums.released_at'), albumId],
    isFalling: from > to,
  }
}

/** Albums with tracks of a genre, by title. */
export function albumsOfGenre(genreId: string): Listing {
  const albumId = sql.ref('album_genres.album_id')
  return {
    rows: sql`album_genres where album_genres.genre_id = ${genreId} and (
      select 1 from tracks join track_genres on track_genres.track_id = tracks.id
      where tracks.album_id = album_genres.album_id and tracks.available = 1 and track_genres.genre_id = ${genreId} limit 1
    ) is not null`,
    id: albumId,
    keys: [sql.ref('album_genres.album_title'), albumId],
  }
}

/** Tracks of a genre, in an order that only changes with the genre. */
export function tracksOfGenre(genreId: string): Listing {
  return {
    rows: sql`track_genres join tracks on tracks.id = track_genres.track_id
      where track_genres.genre_id = ${genreId} and tracks.available = 1`,
    id: sql.ref('track_genres.track_id'),
    keys: [sql.ref('track_genres.track_id')],
  }
}

/** The rows after a key: all pages cost the same. @param skip rows to leave out after it, which costs time */
export async function readListing(
  db: Database,
  { rows, id, keys, indexed, isFalling }: Listing,
  { after, skip, most }: { after: ListingKey | undefined; skip: number; most: number },
): Promise<ListingPage> {
  const compare = isFalling ? sql`<` : sql`>`
  const direction = isFalling ? sql`desc` : sql`asc`
  const columns = keys.map((key, at) => sql`${key} as ${sql.ref(`key${at}`)}`)
  const isNear = sql`and (${sql.join(keys.slice(0, indexed))}) ${compare}= (${sql.join(after?.slice(0, indexed) ?? [])})`
  const isLater = sql`and (${sql.join(keys)}) ${compare} (${sql.join(after ?? [])})`
  const begins = after ? sql`${indexed ? isNear : sql``} ${isLater}` : sql``
  const { rows: found } = await sql<Record<string, string | number>>`
    select ${id} as id, ${sql.join(columns)} from ${rows} ${begins}
    order by ${sql.join(keys.map(key => sql`${key} ${direction}`))}
    limit ${literal(most)} offset ${literal(skip)}`.execute(db)
  const last = found.at(-1)
  return {
    ids: found.map(row => String(row.id)),
    last: last && keys.map((_, at) => last[`key${at}`] as string | number),
  }
}
