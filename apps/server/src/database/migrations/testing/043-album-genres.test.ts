import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { makePostgres, onBothDatabases } from '../../../testing/databases/both-databases.ts'
import type { OpenDatabase } from '../../open.ts'
import { albumGenres, fillAlbumGenres } from '../catalogue/043-album-genres.ts'
import { ONE_TRACK, runStatements, startBefore } from './start-before.ts'

const link = (genre: string) =>
  `insert into track_genres (track_id, genre_id, position) values ('tr', '${genre}', 0)`

/** A track of the genre `jazz`, and a genre `folk` without tracks. */
async function startWithGenres(migrated: OpenDatabase): Promise<OpenDatabase> {
  const open = await startBefore(albumGenres, migrated)
  await runStatements(open, [
    ...ONE_TRACK,
    ...['jazz', 'folk'].map(
      (id, position) => `insert into genres (id, genre, folded_genre, color, bg_color, position)
        values ('${id}', '${id}', '${id}', '', '', ${position})`,
    ),
    link('jazz'),
  ])
  return open
}

const readGenres = ({ db }: OpenDatabase) =>
  db.selectFrom('album_genres').select(['genre_id', 'album_title', 'tracks']).orderBy('genre_id').execute()

const row = (genre_id: string) => ({ genre_id, album_title: 'weather', tracks: 1 })

onBothDatabases('the migration for genres of albums', openDatabase => {
  it('finds those of existing tracks', async () => {
    const open = await startWithGenres(await openDatabase())
    await runStatements(open, albumGenres[open.dialect])
    expect(await readGenres(open)).toEqual([row('jazz')])
    await runStatements(open, [link('folk')])
    expect(await readGenres(open)).toEqual([row('folk'), row('jazz')])
  })
})

it('misses no genre that an older process adds meanwhile on PostgreSQL', async () => {
  const { open: migrated, url, end } = await makePostgres()
  onTestFinished(end)
  const open = await startWithGenres(migrated)
  const older = new pg.Client({ connectionString: url })
  await older.connect()
  onTestFinished(() => older.end())
  await older.query(`set lock_timeout = '50ms'`)
  const add = () => older.query(link('folk'))
  const statements = albumGenres.postgres
  const filled = statements.indexOf(fillAlbumGenres) + 1
  let isAdded = false
  await open.db.transaction().execute(async db => {
    await runStatements({ db }, statements.slice(0, filled))
    isAdded = await add().then(
      () => true,
      () => false,
    )
    await runStatements({ db }, statements.slice(filled))
  })
  if (!isAdded) await add()
  expect(await readGenres(open)).toEqual([row('folk'), row('jazz')])
})
