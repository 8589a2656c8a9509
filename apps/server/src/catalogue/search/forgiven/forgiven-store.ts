import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { OpenDatabase } from '../../../database/open.ts'
import type { Database } from '../../../database/tables.ts'
import type { Searched } from '../candidate-store.ts'
import { isIndexed } from '../postgres-match-store.ts'
import { SEARCH_COLUMNS } from '../search-columns.ts'
import { trigramQuery } from '../search-terms.ts'

/** A row whose words are compared one by one. */
export interface Candidate {
  readonly id: string
  /** Its folded title or name. */
  readonly form: string
  readonly popularity: number
}

export interface TrackCandidate extends Candidate {
  /** Folded title of the album. */
  readonly album: string
}

/** Rows that are compared. */
const MOST = 500
/** Tracks of one artist, the most popular first. */
const MOST_TRACKS = 150
const MOST_ALBUMS = 60

/**
 * Rows that may have the words.
 * @param texts a row has one text of each list
 */
export async function readCandidates(
  { db, dialect }: Pick<OpenDatabase, 'db' | 'dialect'>,
  table: Searched,
  texts: readonly (readonly string[])[],
): Promise<Candidate[]> {
  if (texts.length === 0) return []
  // The embedded database answers at once: others would wait for all queries of a search together.
  await setImmediate()
  const rows = dialect === 'sqlite' ? byTrigrams(table, texts) : byParts(table, texts)
  const { rows: found } = await sql<Candidate>`${rows} limit ${sql.lit(MOST)}`.execute(db)
  return found
}

function byTrigrams(table: Searched, texts: readonly (readonly string[])[]): RawBuilder<Candidate> {
  const anyOf = (parts: readonly string[]) => `(${parts.map(part => `(${trigramQuery(part)})`).join(' OR ')})`
  const index = sql.table(`${table}_trigrams`)
  const { form, popularity } = SEARCH_COLUMNS[table]
  // SQLite keeps the order of tables in a cross join.
  return sql`select id, ${form} as form, ${popularity} as popularity
    from (select rowid as found from ${index} where ${index} match ${texts.map(anyOf).join(' AND ')} limit ${sql.lit(MOST)})
    cross join ${sql.table(table)} on search_id = found`
}

function byParts(table: Searched, texts: readonly (readonly string[])[]): RawBuilder<Candidate> {
  const { form, popularity } = SEARCH_COLUMNS[table]
  const anyOf = (parts: readonly string[]) =>
    sql`(${sql.join(
      parts.map(part => isIndexed(table, part)),
      sql` or `,
    )})`
  return sql`with found as materialized (
      select id, ${form} as form, ${popularity} as popularity from ${sql.table(table)}
      where ${sql.join(texts.map(anyOf), sql` and `)}
    )
    select id, form, popularity from found order by popularity desc, id`
}

/** Tracks of an artist with what their titles and albums are called, the most popular first. */
export async function readTracksOfArtist(db: Database, artistId: string): Promise<TrackCandidate[]> {
  return db
    .selectFrom('track_artists')
    .innerJoin('tracks', 'tracks.id', 'track_artists.track_id')
    .innerJoin('albums', 'albums.id', 'tracks.album_id')
    .where('track_artists.artist_id', '=', artistId)
    .select(['tracks.id', 'tracks.search_title as form', 'tracks.play_count as popularity'])
    .select('albums.search_title as album')
    .orderBy('track_artists.track_plays', 'desc')
    .orderBy('track_artists.track_title')
    .orderBy('track_artists.track_id')
    .limit(MOST_TRACKS)
    .execute()
}

/** Tracks of albums. */
export async function readTracksOfAlbums(
  db: Database,
  albumIds: readonly string[],
): Promise<(Candidate & { readonly albumId: string })[]> {
  if (albumIds.length === 0) return []
  return db
    .selectFrom('tracks')
    .where('album_id', 'in', albumIds)
    .select(['id', 'search_title as form', 'play_count as popularity', 'album_id as albumId'])
    .limit(MOST)
    .execute()
}

/** Albums of which one is the first artist. */
export async function readAlbumsOfArtist(db: Database, artistId: string): Promise<Candidate[]> {
  return db
    .selectFrom('albums')
    .where('artist_id', '=', artistId)
    .select(['id', 'search_title as form', 'play_count as popularity'])
    .orderBy('released_at', 'desc')
    .orderBy('id')
    .limit(MOST_ALBUMS)
    .execute()
}

export interface Belonging {
  readonly table: 'albums' | 'tracks'
  /** Albums belong to artists only. */
  readonly by: 'artist_id' | 'album_id'
}

/** The first artist, or the album, of each row, by the row's id. */
export async function readOwners(
  db: Database,
  { table, by }: Belonging,
  rows: readonly { readonly id: string }[],
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map()
  const ids = sql.join(rows.map(({ id }) => id))
  const { rows: found } = await sql<{ id: string; owner: string }>`
    select id, ${sql.ref(by)} as owner from ${sql.table(table)} where id in (${ids})`.execute(db)
  return new Map(found.map(({ id, owner }) => [id, owner]))
}
