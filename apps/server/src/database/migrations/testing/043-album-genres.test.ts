import { expect, it, onTestFinished } from 'vitest'
import { makePostgres, onBothDatabases } from '../../../testing/databases/both-databases.ts'
import type { OpenDatabase } from '../../open.ts'
import { albumGenres, fillAlbumGenres } from '../catalogue/043-album-genres.ts'
import { ONE_TRACK, runBesideOlder, runStatements, startBefore } from './start-before.ts'

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
  await runBesideOlder({ open, url }, albumGenres, {
    after: fillAlbumGenres,
    change: `${link('folk')} on conflict do nothing`,
  })
  expect(await readGenres(open)).toEqual([row('folk'), row('jazz')])
})
