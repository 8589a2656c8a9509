import { sql } from 'kysely'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { makePostgres, onBothDatabases } from '../../../testing/databases/both-databases.ts'
import { emptyDatabase } from '../../../testing/databases/empty-database.ts'
import type { OpenDatabase } from '../../open.ts'
import { fillLargeCatalogue, largeCatalogue } from '../catalogue/015-large-catalogue.ts'
import { migrations } from '../migrations.ts'

/** A database as the steps before left it, with a track, in place of the migrated one. */
async function beforeStep(migrated: OpenDatabase): Promise<OpenDatabase> {
  const open = await emptyDatabase(migrated)
  const before = migrations.slice(0, migrations.indexOf(largeCatalogue))
  await run(
    open,
    before.flatMap(step => step[open.dialect]),
  )
  await run(open, [
    `insert into artists (id, name, sort_name, folded_name, mbid, profile_path, color, thumbhash, created_at)
     values ('ar', 'Ada', 'ada', 'ada', '', '', '', '', 1)`,
    `insert into albums (id, title, sort_title, artist_id, album_key, mbid, compilation, profile_path, color, thumbhash, released_at, created_at)
     values ('al', 'Weather', 'weather', 'ar', 'al', '', 0, '', '', '', '2024-05-03T00:00:00.000Z', 1)`,
    `insert into tracks (id, title, sort_title, album_id, artist_id, credit, genre, disc, number, url, codec, sample_rate, channels, true_samples, priming_samples, mbid, added_at, available, play_count)
     values ('tr', 'Rain', 'rain', 'al', 'ar', '', '', 1, 1, 'a.mp3', 'mp3', 44100, 2, 1, 0, '', 1, 1, 3)`,
    `insert into track_artists (track_id, artist_id, position) values ('tr', 'ar', 0)`,
  ])
  return open
}

async function run({ db }: Pick<OpenDatabase, 'db'>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

async function readLink({ db }: OpenDatabase) {
  return db.selectFrom('track_artists').select(['track_plays', 'track_title']).executeTakeFirst()
}

onBothDatabases('the migration for large catalogues', openDatabase => {
  it('counts and orders existing rows', async () => {
    const open = await beforeStep(await openDatabase())
    await run(open, largeCatalogue[open.dialect])
    expect(await readLink(open)).toEqual({ track_plays: 3, track_title: 'rain' })
    const counts = await open.db
      .selectFrom('title_counts')
      .select(['kind', 'prefix', 'count'])
      .orderBy('kind')
      .orderBy('depth')
      .execute()
    expect(counts).toEqual([
      { kind: 'albums', prefix: 'w', count: 1 },
      { kind: 'albums', prefix: 'wea', count: 1 },
      { kind: 'artists', prefix: 'a', count: 1 },
      { kind: 'artists', prefix: 'ada', count: 1 },
    ])
  })
})

it('misses no play that an older process counts meanwhile on PostgreSQL', async () => {
  const { open: migrated, url, end } = await makePostgres()
  onTestFinished(end)
  const open = await beforeStep(migrated)
  const older = new pg.Client({ connectionString: url })
  await older.connect()
  onTestFinished(() => older.end())
  await older.query(`set lock_timeout = '50ms'`)
  const play = () => older.query("update tracks set play_count = 4 where id = 'tr'")
  const statements = largeCatalogue.postgres
  const filled = statements.indexOf(fillLargeCatalogue.at(-1)!) + 1
  await open.db.transaction().execute(async db => {
    await run({ db }, statements.slice(0, filled))
    await play().catch(() => {})
    await run({ db }, statements.slice(filled))
  })
  await play()
  expect(await readLink(open)).toEqual({ track_plays: 4, track_title: 'rain' })
})
