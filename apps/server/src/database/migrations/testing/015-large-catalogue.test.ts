import { expect, it, onTestFinished } from 'vitest'
import { makePostgres, onBothDatabases } from '../../../testing/databases/both-databases.ts'
import type { OpenDatabase } from '../../open.ts'
import { fillLargeCatalogue, largeCatalogue } from '../catalogue/015-large-catalogue.ts'
import { ONE_TRACK, runBesideOlder, runStatements, startBefore } from './start-before.ts'

async function startWithTrack(migrated: OpenDatabase): Promise<OpenDatabase> {
  const open = await startBefore(largeCatalogue, migrated)
  await runStatements(open, [
    ...ONE_TRACK,
    `insert into track_artists (track_id, artist_id, position) values ('tr', 'ar', 0)`,
  ])
  return open
}

async function readLink({ db }: OpenDatabase) {
  return db.selectFrom('track_artists').select(['track_plays', 'track_title']).executeTakeFirst()
}

onBothDatabases('the migration for large catalogues', openDatabase => {
  it('counts and orders existing rows', async () => {
    const open = await startWithTrack(await openDatabase())
    await runStatements(open, largeCatalogue[open.dialect])
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
  const open = await startWithTrack(migrated)
  await runBesideOlder({ open, url }, largeCatalogue, {
    after: fillLargeCatalogue.at(-1)!,
    change: "update tracks set play_count = 4 where id = 'tr'",
  })
  expect(await readLink(open)).toEqual({ track_plays: 4, track_title: 'rain' })
})
