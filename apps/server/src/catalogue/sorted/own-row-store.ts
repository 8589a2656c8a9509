import type { ListingSort } from '@refrain/contract/catalogue/listings/choices'
import { type RawBuilder, sql } from 'kysely'
import { literal } from '../../database/literal.ts'
import type { Scope } from '../scope/scope-store.ts'
import { allRows, type ListedTable, type RowSource } from './row-source-store.ts'

/** What only the listener can know. */
export interface OwnFilters {
  readonly liked?: true | undefined
  /** Rated so or better. */
  readonly rating?: number | undefined
  readonly unplayed?: true | undefined
}

/** Last plays that albums and artists are sorted by; older ones count as forgotten. */
const PLAYS = 5_000

const COLUMNS = { tracks: 'track_id', albums: 'album_id', artists: 'artist_id' } as const
const RATINGS = { tracks: 'track_ratings', albums: 'album_ratings', artists: 'artist_ratings' } as const

/** Ids that the listener likes, keeps or follows, as `id`: thousands at most. */
const liked: Readonly<Record<ListedTable, (userId: string) => RawBuilder<unknown>>> = {
  tracks: userId => sql`select distinct track_id as id from playlist_tracks where playlist_id =
    (select id from playlists where user_id = ${userId} and kind = 'liked')`,
  albums: userId => sql`select album_id as id from kept_albums where user_id = ${userId}`,
  artists: userId => sql`select artist_id as id from follows where user_id = ${userId}`,
}

const rated = (table: ListedTable, userId: string, least: number) =>
  sql`select ${sql.ref(COLUMNS[table])} as id from ${sql.table(RATINGS[table])}
    where user_id = ${userId} and rating >= ${least}`

/** Albums or artists of the tracks that the listener played last, with the time of the last play as `played_at`. */
const lastPlayed = (table: 'albums' | 'artists', userId: string) => {
  const owner = sql.ref(`tracks.${COLUMNS[table]}`)
  return sql`select ${owner} as id, max(heard.counted_at) as played_at
    from (select track_id, counted_at from counted_tracks where user_id = ${userId}
      order by counted_at desc limit ${literal(PLAYS)}) as heard
    cross join tracks where tracks.id = heard.track_id group by ${owner}`
}

/** Rows of a table whose ids are chosen. In a cross join the embedded database begins with what is chosen. */
function chosenRows(table: ListedTable, scope: Scope, chosen: RawBuilder<unknown>): RowSource {
  // As by name: no index decides about these.
  const { bare: _, ...all } = allRows(table, scope, 'name')
  return {
    ...all,
    from: sql`(${chosen}) as chosen cross join ${sql.table(table)}`,
    where: [sql`${all.id} = chosen.id`, ...all.where],
  }
}

/** What the listener played, in the order of the last play: songs by an index, as they may be hundreds of thousands. */
function playedRows(table: ListedTable, scope: Scope, userId: string): RowSource {
  if (table !== 'tracks') {
    const rows = chosenRows(table, scope, lastPlayed(table, userId))
    return { ...rows, keys: { ...rows.keys, lastPlayed: sql.ref('chosen.played_at') } }
  }
  const all = allRows('tracks', scope, 'name')
  const id = sql.ref('counted_tracks.track_id')
  const isTheirs = sql`counted_tracks.user_id = ${userId}`
  return {
    from: sql`counted_tracks cross join tracks`,
    where: [isTheirs, sql`tracks.id = ${id}`, ...all.where],
    id,
    keys: { lastPlayed: sql.ref('counted_tracks.counted_at') },
    bare: { from: sql`counted_tracks`, where: [isTheirs] },
  }
}

/** The listener's rows that a listing reads, if there is such a filter or sort, and what else of theirs is to be tested. */
export function chooseOwnRows(
  table: ListedTable,
  scope: Scope,
  filters: OwnFilters,
  sort: ListingSort,
): { readonly given: RowSource | undefined; readonly tests: readonly RawBuilder<unknown>[] } {
  const { userId } = scope
  if (userId === undefined) return { given: undefined, tests: [] }
  const id = sql.ref(`${table}.id`)
  const finders = [
    filters.liked && { rows: liked[table](userId) },
    filters.rating !== undefined && { rows: rated(table, userId, filters.rating) },
  ].filter(finder => finder !== undefined && finder !== false)
  const isIn = ({ rows }: { readonly rows: RawBuilder<unknown> }) => sql`${id} in (${rows})`
  const unplayed = filters.unplayed ? [isUnplayed[table](userId)] : []
  if (sort === 'lastPlayed') {
    return { given: playedRows(table, scope, userId), tests: [...finders.map(isIn), ...unplayed] }
  }
  const [first, ...others] = finders
  const given = first && chosenRows(table, scope, first.rows)
  return { given, tests: [...others.map(isIn), ...unplayed] }
}

/** Tested row by row: a few reads by index. As `exists`, planners may turn them into joins that read the whole catalogue. */
const isUnplayed: Readonly<Record<ListedTable, (userId: string) => RawBuilder<unknown>>> = {
  tracks: userId =>
    sql`(select 1 from counted_tracks where user_id = ${userId} and track_id = tracks.id) is null`,
  albums: userId => sql`(select 1 from tracks join counted_tracks on counted_tracks.track_id = tracks.id
    and counted_tracks.user_id = ${userId} where tracks.album_id = albums.id limit 1) is null`,
  artists: userId => sql`(select 1 from tracks join counted_tracks on counted_tracks.track_id = tracks.id
    and counted_tracks.user_id = ${userId} where tracks.artist_id = artists.id limit 1) is null`,
}
