import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { literal } from '../../database/literal.ts'
import type { Database } from '../../database/tables.ts'
import { hasYear } from './listing-store.ts'

/** Rows that are read from one random start: ids are hashes, so that neighbours have nothing in common. */
const ROWS_AT_ONE_START = 10
/** How many starts are tried for each that is needed: conditions may leave out most of the rows. */
const PATIENCE = 4
const ID_BYTES = 16

export interface RandomSongs {
  readonly most: number
  readonly genreId?: string | undefined
  /** Both years are included. */
  readonly fromYear?: number | undefined
  readonly toYear?: number | undefined
}

/** Random tracks that can be played, each once. Reads by index from random ids: no table is sorted. */
export function readRandomTracks(db: Database, wanted: RandomSongs): Promise<string[]> {
  const { genreId, fromYear, toYear, most } = wanted
  const isJoined = fromYear !== undefined || toYear !== undefined
  const year = (given: number) => String(given).padStart(4, '0')
  const conditions = [
    sql`tracks.available = 1`,
    ...(isJoined ? [hasYear] : []),
    ...(fromYear === undefined ? [] : [sql`albums.released_at >= ${year(fromYear)}`]),
    ...(toYear === undefined ? [] : [sql`albums.released_at < ${year(toYear + 1)}`]),
    ...(genreId === undefined ? [] : [sql`track_genres.genre_id = ${genreId}`]),
  ]
  const albums = isJoined ? sql`join albums on albums.id = tracks.album_id` : sql``
  const [from, id] =
    genreId === undefined
      ? [sql`tracks ${albums}`, sql.ref('tracks.id')]
      : [
          sql`track_genres join tracks on tracks.id = track_genres.track_id ${albums}`,
          sql.ref('track_genres.track_id'),
        ]
  return readFromRandomStarts(db, { from, id, where: sql.join(conditions, sql` and `), most })
}

/** Random albums that have something to play, each once. */
export function readRandomAlbums(db: Database, most: number): Promise<string[]> {
  const where = sql`exists (select 1 from tracks where tracks.album_id = albums.id and tracks.available = 1)`
  return readFromRandomStarts(db, { from: sql`albums`, id: sql.ref('albums.id'), where, most })
}

async function readFromRandomStarts(
  db: Database,
  choice: { from: RawBuilder<unknown>; id: RawBuilder<unknown>; where: RawBuilder<unknown>; most: number },
): Promise<string[]> {
  const { from, id, where, most } = choice
  const found = new Set<string>()
  const read = async (start: string, limit: number) => {
    const { rows } = await sql<{ id: string }>`select ${id} as id from ${from}
      where ${where} and ${id} >= ${start} order by ${id} limit ${literal(limit)}`.execute(db)
    for (const row of rows) found.add(row.id)
    return rows.length
  }
  const rowsAtOneStart = Math.min(ROWS_AT_ONE_START, Math.max(1, Math.ceil(most / 4)))
  const starts = Math.ceil(most / rowsAtOneStart) * PATIENCE
  for (let at = 0; at < starts && found.size < most; at++)
    await read(randomBytes(ID_BYTES).toString('base64url'), rowsAtOneStart)
  // Few rows: all of them may be wanted.
  if (found.size < most) await read('', most * 2)
  return shuffle([...found]).slice(0, most)
}

/** In random order. */
export function shuffle(ids: readonly string[]): string[] {
  return ids
    .map(id => ({ id, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ id }) => id)
}
