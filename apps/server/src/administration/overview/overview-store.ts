import { sql } from 'kysely'
import type { Dialect } from '../../database/open.ts'
import type { Database } from '../../database/tables.ts'

const DAY_MS = 86_400_000

/** Bytes of the database, and its version. */
export async function readDatabaseFacts(
  db: Database,
  dialect: Dialect,
): Promise<{ size: number; version: string }> {
  if (dialect === 'sqlite') {
    const { rows } = await sql<{ size: number; version: string }>`
      select page_count * page_size as size, sqlite_version() as version
      from pragma_page_count(), pragma_page_size()`.execute(db)
    return { size: Number(rows[0]?.size), version: `SQLite ${rows[0]?.version}` }
  }
  const { rows } = await sql<{ size: number; version: string }>`
    select pg_database_size(current_database()) as size, current_setting('server_version') as version`.execute(
    db,
  )
  return { size: Number(rows[0]?.size), version: `PostgreSQL ${rows[0]?.version}` }
}

/** Numbers of records. Counts every row: a tenth of a second at a million tracks. */
export async function countCatalogue(db: Database) {
  const count = async (table: 'artists' | 'albums' | 'tracks', onlyMissing = false) => {
    const row = await db
      .selectFrom(table)
      .select(eb => eb.fn.countAll<number>().as('count'))
      .$if(onlyMissing, query => query.where(sql<boolean>`available = 0`))
      .executeTakeFirstOrThrow()
    return row.count
  }
  return {
    artists: await count('artists'),
    albums: await count('albums'),
    tracks: await count('tracks'),
    missingTracks: await count('tracks', true),
  }
}

export async function countAccounts(db: Database, now: number) {
  const { accounts, administrators, disabled } = await db
    .selectFrom('users')
    .select(eb => [
      eb.fn.countAll<number>().as('accounts'),
      sql<number>`cast(coalesce(sum(administrator), 0) as integer)`.as('administrators'),
      eb.fn.count<number>('disabled_at').as('disabled'),
    ])
    .executeTakeFirstOrThrow()
  const { active } = await db
    .selectFrom('sessions')
    .select(eb => eb.fn.count<number>('user_id').distinct().as('active'))
    .where('last_used_at', '>=', now - DAY_MS)
    .executeTakeFirstOrThrow()
  return { accounts, administrators, disabled, active }
}

/**
 * Bytes of the collection's audio files that are there. Reads every row, as `countCatalogue` does.
 * @param without a folder of the collection, that of the sample catalogue
 */
export async function sumMusic(db: Database, without: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('files')
    .select(sql<number>`cast(coalesce(sum(size), 0) as bigint)`.as('bytes'))
    .where('missing', '=', 0)
    .where('root', '!=', without)
    .executeTakeFirstOrThrow()
  return bytes
}

/** Bytes of the pictures that listeners have uploaded. */
export async function sumUploads(db: Database): Promise<number> {
  const { bytes } = await db
    .selectFrom('uploads')
    .select(sql<number>`cast(coalesce(sum(bytes), 0) as bigint)`.as('bytes'))
    .executeTakeFirstOrThrow()
  return bytes
}
