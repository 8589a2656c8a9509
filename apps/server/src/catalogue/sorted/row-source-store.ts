import { type Format, type ListingSort, LOSSLESS_FORMATS } from '@refrain/contract/catalogue/listings/choices'
import { type RawBuilder, sql } from 'kysely'
import { conditionsOf, type Scope } from '../scope/scope-store.ts'

export type ListedTable = 'tracks' | 'albums' | 'artists'

/** What everybody can filter by. */
export interface Filters {
  readonly genreId?: string | undefined
  /** Its first year. */
  readonly decade?: number | undefined
  readonly format?: Format | undefined
  readonly lossless?: true | undefined
}

/** Rows with what orders them. */
export interface RowSource {
  readonly from: RawBuilder<unknown>
  readonly where: readonly RawBuilder<unknown>[]
  readonly id: RawBuilder<unknown>
  /** What each sort orders by; ids order what is equal, and are the order at random. */
  readonly keys: Readonly<Partial<Record<ListingSort, RawBuilder<unknown>>>>
  /** All of these rows and maybe more, which an index alone can count off. */
  readonly bare?: Pick<RowSource, 'from' | 'where'>
}

/** A column of a table; of the one that it names by itself if it is not of the table. */
const ref = (name: string) => sql.ref(name)

const songKeys = (table: string, columns: readonly [string, string, string, string, string]) => {
  const [name, added, released, plays, length] = columns.map(column => ref(`${table}.${column}`))
  return { name: name!, added: added!, released: released!, plays: plays!, length: length! }
}

const KEYS = {
  tracks: songKeys('tracks', ['sort_title', 'added_at', 'released', 'play_count', 'length_ms']),
  albums: songKeys('albums', ['sort_title', 'created_at', 'released', 'play_count', 'length_ms']),
  artists: {
    name: ref('artists.sort_name'),
    added: ref('artists.created_at'),
    // As its index has it.
    followers: sql`(artists.followers + 0)`,
  },
}

/** Conditions of the partial indexes, word for word: those by release, plays and length know both, the older ones the first. */
const IS_AVAILABLE = sql`tracks.available = 1`
const IS_LISTED = sql`tracks.available = 1 and tracks.released is not null`
const INDEXED_BEFORE: ReadonlySet<ListingSort> = new Set<ListingSort>(['name', 'added', 'random'])

/** Rows of a table, all of which the scope shows. */
export function allRows(table: ListedTable, scope: Scope, sort: ListingSort): RowSource {
  const isListed = INDEXED_BEFORE.has(sort) ? IS_AVAILABLE : IS_LISTED
  return {
    from: sql.table(table),
    where: [...(table === 'tracks' ? [isListed] : []), ...conditionsOf(scope, table)],
    id: ref(`${table}.id`),
    keys: KEYS[table],
    ...(table === 'tracks' && sort === 'name' && { bare: { from: sql.table(table), where: [] } }),
  }
}

/** Columns of an album that the tables of its genres and formats repeat. */
const OF_ALBUM = ['album_title', 'album_added', 'album_released', 'album_plays', 'album_length'] as const

/** Tables that repeat what orders tracks and albums, each for an index. */
const LINKS = {
  tracks: {
    table: 'track_genres',
    id: 'track_genres.track_id',
    shown: [sql`track_genres.track_added is not null`],
    keys: songKeys('track_genres', [
      'track_title',
      'track_added',
      'track_released',
      'track_plays',
      'track_length',
    ]),
  },
  albums: {
    table: 'album_genres',
    id: 'album_genres.album_id',
    shown: [],
    keys: songKeys('album_genres', OF_ALBUM),
  },
} as const
const FORMAT_KEYS = songKeys('album_formats', OF_ALBUM)

function ofGenre(table: 'tracks' | 'albums', all: RowSource, genreId: string): RowSource {
  const { table: links, id, shown, keys } = LINKS[table]
  const linked = [sql`${ref(`${links}.genre_id`)} = ${genreId}`, ...shown]
  return {
    from: sql`${sql.table(links)} cross join ${sql.table(table)}`,
    where: [...linked, sql`${ref(`${table}.id`)} = ${ref(id)}`, ...all.where],
    id: ref(id),
    keys,
    bare: { from: sql.table(links), where: linked },
  }
}

function ofFormat(table: 'tracks' | 'albums', all: RowSource, format: Format): RowSource {
  if (table === 'tracks') return within(all, sql`tracks.codec = ${format} and ${IS_LISTED}`)
  const id = ref('album_formats.album_id')
  const hasIt = sql`album_formats.codec = ${format}`
  return {
    from: sql`album_formats cross join albums`,
    where: [hasIt, sql`albums.id = ${id}`, ...all.where],
    id,
    keys: FORMAT_KEYS,
    bare: { from: sql`album_formats`, where: [hasIt] },
  }
}

/** By release, a decade is a part of all; by anything else, it has indexes of its own. */
function ofDecade(table: 'tracks' | 'albums', all: RowSource, decade: number, sort: ListingSort): RowSource {
  const released = ref(`${table}.released`)
  const condition =
    sort === 'released'
      ? sql`${released} >= ${decade * 10_000} and ${released} < ${(decade + 10) * 10_000}`
      : isOfDecade(table, decade)
  return within(all, table === 'tracks' ? sql`${condition} and ${IS_LISTED}` : condition)
}

const within = ({ bare: _, ...all }: RowSource, condition: RawBuilder<unknown>): RowSource => ({
  ...all,
  where: [condition, ...all.where],
})

const isOfDecade = (table: 'tracks' | 'albums', decade: number) =>
  sql`(${ref(`${table}.released`)} / 100000) = ${decade / 10}`

/** Not as the index has it: a planner would read the whole decade for each row. */
const testDecade = (table: 'tracks' | 'albums', decade: number) =>
  sql`(${ref(`${table}.released`)} + 0) / 100000 = ${decade / 10}`

function hasGenre(table: 'tracks' | 'albums', genreId: string) {
  const { table: links, id } = LINKS[table]
  return sql`(select 1 from ${sql.table(links)} where ${ref(id)} = ${ref(`${table}.id`)} and genre_id = ${genreId}) is not null`
}

function hasFormat(table: 'tracks' | 'albums', formats: readonly Format[]) {
  const list = sql.join(formats)
  return table === 'tracks'
    ? // Not as the index has it: a planner would read all songs of the format for each row.
      sql`(tracks.codec || '') in (${list})`
    : sql`(select 1 from album_formats where album_id = albums.id and codec in (${list}) limit 1) is not null`
}

/** One or more sources that together have the rows, and what is to be tested row by row. */
export interface ChosenRows {
  readonly sources: readonly RowSource[]
  readonly tests: readonly RawBuilder<unknown>[]
}

/**
 * The rows that pass the filters. The first filter of genre, format and decade finds them by an index in each order, also
 * that for lossless formats alone, one source for each; the others are tested.
 * @param given rows that are fewer, such as those that a listener likes, in which all filters are tested
 */
export function chooseRows(
  table: ListedTable,
  scope: Scope,
  filters: Filters,
  { sort, given }: { readonly sort: ListingSort; readonly given?: RowSource | undefined },
): ChosenRows {
  const all = allRows(table, scope, sort)
  if (table === 'artists') return { sources: [given ?? all], tests: [] }
  const { genreId, decade, format, lossless } = filters
  const finders = [
    genreId !== undefined && {
      sources: () => [ofGenre(table, all, genreId)],
      test: hasGenre(table, genreId),
    },
    format && { sources: () => [ofFormat(table, all, format)], test: hasFormat(table, [format]) },
    decade !== undefined && {
      sources: () => [ofDecade(table, all, decade, sort)],
      test: testDecade(table, decade),
    },
    lossless && {
      sources: () => LOSSLESS_FORMATS.map(each => ofFormat(table, all, each)),
      test: hasFormat(table, LOSSLESS_FORMATS),
    },
  ].filter(finder => finder !== undefined && finder !== false)
  if (given) return { sources: [given], tests: finders.map(({ test }) => test) }
  const [first, ...others] = finders
  return { sources: first?.sources() ?? [all], tests: others.map(({ test }) => test) }
}
