import { sql } from 'kysely'
import { compileOnce } from '../../database/compile-once.ts'
import { inChunks } from '../../database/in-chunks.ts'
import { literal } from '../../database/literal.ts'
import type { OpenDatabase } from '../../database/open.ts'
import type { Database } from '../../database/tables.ts'

/** Of tracks with the same title, only the most played are considered. */
const MAX_CANDIDATES = 200

/** Titles in one statement of PostgreSQL: their tracks are some thousands at most. */
const TITLES_AT_ONCE = 50

/**
 * Reads the tracks of titles, which must be folded for search. PostgreSQL takes longer to plan and to answer a statement than to
 * find a title, so several share one.
 * @param yieldToRequests is awaited before each statement
 */
export async function* readMatchCandidates(
  { db, dialect }: Pick<OpenDatabase, 'db' | 'dialect'>,
  titles: readonly string[],
  yieldToRequests: () => Promise<void>,
): AsyncGenerator<readonly [title: string, rows: readonly MatchCandidateRow[]]> {
  for (const some of inChunks(titles, dialect === 'postgres' ? TITLES_AT_ONCE : 1)) {
    await yieldToRequests()
    if (dialect === 'sqlite') yield [some[0]!, await readOfTitle(db, some[0]!)]
    else yield* Map.groupBy(await readOfTitles(db, some), ({ title }) => title)
  }
}

const candidates = (db: Database) =>
  db
    .selectFrom('tracks')
    .innerJoin('albums', 'albums.id', 'tracks.album_id')
    .innerJoin('artists', 'artists.id', 'tracks.artist_id')
    .select([
      'tracks.id',
      'tracks.credit',
      'tracks.true_samples',
      'tracks.sample_rate',
      'tracks.available',
      'albums.search_title as album',
      'artists.search_name as artist',
    ])
    .orderBy('tracks.play_count', 'desc')
    .orderBy('tracks.sort_title')
    .orderBy('tracks.id')
    .limit(literal(MAX_CANDIDATES))

const readOfTitle = compileOnce((db, title) => candidates(db).where('tracks.search_title', '=', title))

export type MatchCandidateRow = Awaited<ReturnType<typeof readOfTitle>>[number]

async function readOfTitles(db: Database, titles: readonly string[]) {
  const ofTitle = candidates(db).where('tracks.search_title', '=', sql<string>`wanted.value`)
  const { rows } = await sql<MatchCandidateRow & { readonly title: string }>`
    select wanted.value as title, track.* from unnest(${titles}::text[]) as wanted (value)
    cross join lateral ${ofTitle} as track`.execute(db)
  return rows
}
