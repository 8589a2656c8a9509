import { sql } from 'kysely'
import { inChunks } from '../../database/in-chunks.ts'
import type { Database } from '../../database/tables.ts'

/** Files of one tail that are read: those of more need a longer tail. */
export const MAX_FILES_OF_TAIL = 10

export interface FileOfTail {
  readonly path: string
  readonly trackId: string
  /** Folded for search, as is `artist`, the first of its artists. */
  readonly title: string
  readonly artist: string
  readonly credit: string
  readonly seconds: number
}

/** Sorts after every text that begins with what stands before it. */
const LAST = '\u{10ffff}'

/**
 * Reads files whose tails begin with given ones.
 * @returns by tail, at most one more than
 * `MAX_FILES_OF_TAIL` of each
 */
export async function readFilesOfTails(
  db: Database,
  isPostgres: boolean,
  tails: readonly string[],
  yieldToRequests: () => Promise<void>,
): Promise<Map<string, FileOfTail[]>> {
  const files = new Map<string, FileOfTail[]>()
  for (const some of inChunks(tails)) {
    await yieldToRequests()
    for (const { tail, ...file } of await readChunk(db, isPostgres, some)) {
      const same = files.get(tail)
      if (same) same.push(file)
      else files.set(tail, [file])
    }
  }
  return files
}

async function readChunk(db: Database, isPostgres: boolean, tails: readonly string[]) {
  const most = sql.lit(MAX_FILES_OF_TAIL + 1)
  const file = sql`wanted.value as tail, file.path, file.track_id as "trackId"`
  const track = sql`tracks.search_title as title, artists.search_name as artist, tracks.credit,
    cast(tracks.true_samples as double precision) / tracks.sample_rate as seconds`
  // SQLite has no lateral joins, and keeps the order of tables in a cross join. Without its limit, PostgreSQL may read all tracks
  // for each file.
  const query = isPostgres
    ? sql<Row>`select ${file}, track.* from unnest(${tails}::text[]) as wanted (value) cross join lateral (
        select path, track_id from files
        where tail >= wanted.value and tail < wanted.value || ${LAST}::text and track_id is not null
        order by tail limit ${most}
      ) as file cross join lateral (
        select ${track} from tracks inner join artists on artists.id = tracks.artist_id
        where tracks.id = file.track_id limit 1
      ) as track`
    : sql<Row>`select ${file}, ${track} from json_each(${JSON.stringify(tails)}) as wanted
      cross join files as file on file.path in (
        select path from files
        where tail >= wanted.value and tail < wanted.value || ${LAST} and track_id is not null
        order by tail limit ${most}
      )
      cross join tracks on tracks.id = file.track_id cross join artists on artists.id = tracks.artist_id`
  return (await query.execute(db)).rows
}

type Row = FileOfTail & { readonly tail: string }

/** Reads the ids of tracks by the paths of their files. Paths without a track are left out. */
export async function readTracksOfPaths(
  db: Database,
  paths: readonly string[],
  yieldToRequests: () => Promise<void>,
): Promise<Map<string, string>> {
  const tracks = new Map<string, string>()
  for (const some of inChunks(paths)) {
    await yieldToRequests()
    const rows = await db
      .selectFrom('files')
      .select(['path', 'track_id'])
      .where('path', 'in', some)
      .where('track_id', 'is not', null)
      .execute()
    for (const { path, track_id } of rows) if (track_id !== null) tracks.set(path, track_id)
  }
  return tracks
}
