import { sep } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../../database/tables.ts'
import { isBucketPath } from '../../media/storage/collection-buckets.ts'

/** The files of earlier imports below some folders. */
export function readKnownFiles(db: Database, roots: readonly string[]) {
  return (
    db
      .selectFrom('files')
      .select(['path', 'root', 'size', 'mtime_ms', 'beside', 'track_id', 'audio_id', 'problem', 'missing'])
      .select('read_version')
      // By path, as a folder may have been imported as part of another one or the other way round.
      .where(({ or }) => or(roots.map(root => startsWith(`${root}${isBucketPath(root) ? '/' : sep}`))))
      .execute()
  )
}

export type KnownRow = Awaited<ReturnType<typeof readKnownFiles>>[number]

/** SQL counts characters, not UTF-16 units. */
const startsWith = (prefix: string) =>
  sql<boolean>`substr(path, 1, ${sql.lit(Array.from(prefix).length)}) = ${prefix}`
