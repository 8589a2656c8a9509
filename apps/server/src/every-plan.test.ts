import { expect, it } from 'vitest'
import { onBothDatabases } from './testing/databases/both-databases.ts'
import { HOW_TO_RECORD, readPlans } from './testing/plans/plan-records.ts'
import { planStatements, statementPlanner } from './testing/plans/plan-statements.ts'
import { applyStatistics } from './testing/plans/postgres-statistics.ts'
import { fullyRead } from './testing/plans/table-reading.ts'

/** Statements, and the tables that they read in full. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  'select * from tracks where id in (?, …)': [],
  'select * from tracks as song where song.title = ?': ['tracks'],
  'select * from tracks where lower(title) = ?': ['tracks'],
  'select id from tracks order by sort_title, id limit ?': [],
  'select id from tracks order by title limit ?': ['tracks'],
  'select count(*) from tracks where album_id > ?': [],
  'select count(*) from tracks': ['tracks'],
  'select count(*) from tracks where available = 1': ['tracks'],
  'select id from tracks where available = 0': [],
  'select * from albums where not exists (select 1 from tracks where tracks.album_id = albums.id)': [
    'albums',
  ],
  'delete from playlist_tracks where added_at < ?': ['playlist_tracks'],
  'insert into played_tracks (user_id, track_id) values (?, …), … on conflict do nothing': [],
  'update bookmarks set comment = ? where comment = ?': ['bookmarks'],
}

onBothDatabases('the plans of statements at a million tracks', open => {
  it('are those that are recorded', async () => {
    const opened = await open()
    if (opened.dialect === 'postgres') await applyStatistics(opened.db)
    const plans = await planStatements(opened)
    expect(Object.fromEntries(plans), HOW_TO_RECORD).toEqual(Object.fromEntries(readPlans(opened.dialect)))
  })

  it('tell which tables are read in full', async () => {
    const opened = await open()
    if (opened.dialect === 'postgres') await applyStatistics(opened.db)
    const plan = await statementPlanner(opened)
    const found: Record<string, unknown> = {}
    for (const statement of Object.keys(EXAMPLES)) {
      const lines = await plan(statement)
      found[statement] = lines.map(fullyRead).filter(table => table !== undefined)
    }
    expect(found).toEqual(EXAMPLES)
  })
})
