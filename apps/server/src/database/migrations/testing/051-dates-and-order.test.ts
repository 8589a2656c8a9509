import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../testing/databases/both-databases.ts'
import { datesAndOrder } from '../catalogue/051-dates-and-order.ts'
import { ONE_TRACK, runStatements, startBefore } from './start-before.ts'

const ADDED_AT = Date.UTC(2026, 10, 28, 23, 59)

onBothDatabases('the migration for dates', openDatabase => {
  it('keeps those of tags, but not the days on which albums were added', async () => {
    const open = await startBefore(datesAndOrder, await openDatabase())
    await runStatements(open, [
      ...ONE_TRACK,
      `insert into albums (id, title, sort_title, artist_id, album_key, mbid, compilation, profile_path, color, thumbhash, released_at, created_at)
        values ('undated', 'Undated', 'undated', 'ar', 'undated', '', 0, '', '', '', '2026-11-28T00:00:00.000Z', ${ADDED_AT})`,
      ...datesAndOrder[open.dialect],
    ])
    const rows = await open.db.selectFrom('albums').select(['id', 'release_date']).orderBy('id').execute()
    expect(rows).toEqual([
      { id: 'al', release_date: '2024-05-03' },
      { id: 'undated', release_date: '' },
    ])
  })
})
