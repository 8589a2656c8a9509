import { sep } from 'node:path'
import { literal } from '../../database/literal.ts'
import type { Database } from '../../database/tables.ts'
import { isBucketPath } from '../../media/storage/collection-buckets.ts'

/** Rows of one query: a million files take longer than a statement may. */
const PAGE_ROWS = 10_000

/**
 * The files of earlier imports below some folders, by path. By path and not by root, as a folder may have been imported as
 * part of another one or the other way round.
 */
export async function readKnownFiles(db: Database, roots: readonly string[]): Promise<Map<string, KnownRow>> {
  const starts = roots.map(root => `${root}${isBucketPath(root) ? '/' : sep}`)
  const known = new Map<string, KnownRow>()
  for (let page = await readPage(db, ''); page.length > 0; page = await readPage(db, page.at(-1)!.path)) {
    for (const row of page) if (starts.some(start => row.path.startsWith(start))) known.set(row.path, row)
    if (page.length < PAGE_ROWS) break
  }
  return known
}

export type KnownRow = Awaited<ReturnType<typeof readPage>>[number]

/** The next files after a path, in the order of the index. */
function readPage(db: Database, after: string) {
  return db
    .selectFrom('files')
    .select(['path', 'root', 'size', 'mtime_ms', 'beside', 'track_id', 'audio_id', 'problem', 'missing'])
    .select('read_version')
    .where('path', '>', after)
    .orderBy('path')
    .limit(literal(PAGE_ROWS))
    .execute()
}

/** Which of these files an import has read, and found again since. */
export async function findKnownPaths(db: Database, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('files')
    .select('path')
    .where('path', 'in', [...paths])
    .where('missing', '=', 0)
    .execute()
  return new Set(rows.map(({ path }) => path))
}
