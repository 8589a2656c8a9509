import { sql } from 'kysely'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { emptyDatabase } from '../../../testing/databases/empty-database.ts'
import type { Migration } from '../../migration.ts'
import type { OpenDatabase } from '../../open.ts'
import { migrations } from '../migrations.ts'

/** An artist, an album and a track, as the first migrations store them. */
export const ONE_TRACK: readonly string[] = [
  `insert into artists (id, name, sort_name, folded_name, mbid, profile_path, color, thumbhash, created_at)
   values ('ar', 'Ada', 'ada', 'ada', '', '', '', '', 1)`,
  `insert into albums (id, title, sort_title, artist_id, album_key, mbid, compilation, profile_path, color, thumbhash, released_at, created_at)
   values ('al', 'Weather', 'weather', 'ar', 'al', '', 0, '', '', '', '2024-05-03T00:00:00.000Z', 1)`,
  `insert into tracks (id, title, sort_title, album_id, artist_id, credit, genre, disc, number, url, codec, sample_rate, channels, true_samples, priming_samples, mbid, added_at, available, play_count)
   values ('tr', 'Rain', 'rain', 'al', 'ar', '', '', 1, 1, 'a.mp3', 'mp3', 44100, 2, 1, 0, '', 1, 1, 3)`,
]

/** A database as the migrations before this one left it, in place of a test's. */
export async function startBefore(migration: Migration, migrated: OpenDatabase): Promise<OpenDatabase> {
  const open = await emptyDatabase(migrated)
  const before = migrations.slice(0, migrations.indexOf(migration))
  await runStatements(
    open,
    before.flatMap(step => step[open.dialect]),
  )
  return open
}

export async function runStatements(
  { db }: Pick<OpenDatabase, 'db'>,
  statements: readonly string[],
): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/**
 * Runs a migration on PostgreSQL beside an older process, which tries a change after one of the migration's statements and
 * repeats it when the migration is done.
 * @param change may be repeated
 */
export async function runBesideOlder(
  { open, url }: { readonly open: OpenDatabase; readonly url: string },
  { postgres: statements }: Migration,
  { after, change }: { readonly after: string; readonly change: string },
): Promise<void> {
  const older = new pg.Client({ connectionString: url })
  await older.connect()
  onTestFinished(() => older.end())
  await older.query(`set lock_timeout = '50ms'`)
  const done = statements.indexOf(after) + 1
  await open.db.transaction().execute(async db => {
    await runStatements({ db }, statements.slice(0, done))
    await older.query(change).catch(() => {})
    await runStatements({ db }, statements.slice(done))
  })
  await older.query(change)
}
