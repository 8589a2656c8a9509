import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { searchCatalogue } from '../../catalogue/search/search-store.ts'
import { migrate } from '../../database/migrate.ts'
import { openDatabase } from '../../database/open.ts'
import { addPlaylist, fillLibrary, ODD_TEXT } from '../testing/fill-library.ts'
import { DIRECTIONS, emptyPlace, openPlace } from '../testing/places.ts'
import { openSnapshot } from './open-snapshot.ts'
import { type DumpedDatabase, restoreDatabase } from './restore-database.ts'
import type { RowText } from './row-text.ts'
import { type Snapshot, sumTable } from './snapshot.ts'

const ROWS_IN_CHUNK = 7

/** Everything in a snapshot, in memory. */
async function readAll(snapshot: Snapshot): Promise<DumpedDatabase> {
  const tables = []
  const chunks = new Map<string, RowText[][]>()
  for (const table of snapshot.tables) {
    tables.push(await sumTable(snapshot, table))
    const rows: RowText[] = []
    for await (const batch of snapshot.readRows(table)) rows.push(...batch)
    const slices = []
    for (let at = 0; at < rows.length; at += ROWS_IN_CHUNK) slices.push(rows.slice(at, at + ROWS_IN_CHUNK))
    chunks.set(table.name, slices)
  }
  return {
    id: 'one',
    steps: snapshot.steps,
    tables,
    async *readChunks(table, skip) {
      yield* (chunks.get(table) ?? []).slice(skip)
    },
  }
}

describe.each(DIRECTIONS)('a dump of the %s database', (from, to) => {
  it(`is the same in the ${to} database, odd values included`, async () => {
    const source = await emptyPlace(from)
    const { trackIds } = await fillLibrary((await openPlace(source)).db)
    const snapshot = await openSnapshot(source)
    const dump = await readAll(snapshot)
    await snapshot.close()
    expect(dump.tables.filter(table => table.rows > 0).length).toBeGreaterThan(10)

    const target = await emptyPlace(to)
    await restoreDatabase(dump, target)
    const open = await openPlace(target)
    const titles = await open.db.selectFrom('tracks').select('title').where('id', '=', trackIds[3]!).execute()
    expect(titles).toEqual([{ title: `${ODD_TEXT} 3` }])
    const analyses = await open.db.selectFrom('sound_analyses').selectAll().execute()
    expect(analyses).toMatchObject([{ loudness: -14.123456789012344, peak: null, size: 2 ** 40 }])
    expect(Buffer.from(analyses[0]!.blocks)).toEqual(Buffer.from([0, 255, 10]))
    // Triggers build these again.
    expect(await open.db.selectFrom('album_genres').select('tracks').execute()).toEqual([
      { tracks: trackIds.length },
    ])
    expect((await searchCatalogue(open, 'first')).albums).toHaveLength(1)
    const restored = await openSnapshot(target)
    expect((await readAll(restored)).tables).toEqual(dump.tables)
    await restored.close()
  })
})

it.each(['embedded', 'PostgreSQL'] as const)(
  'a dump of the %s database keeps one moment while somebody writes',
  async from => {
    const source = await emptyPlace(from)
    const { db } = await openPlace(source)
    const { trackIds } = await fillLibrary(db)
    const snapshot = await openSnapshot(source)
    const [, before] = await Promise.all([addPlaylist(db, 'later', trackIds), readAll(snapshot)])
    await db.deleteFrom('playlists').where('id', '=', 'playlist').execute()
    const dump = await readAll(snapshot)
    await snapshot.close()
    expect(dump.tables).toEqual(before.tables)

    const target = await emptyPlace('embedded')
    await restoreDatabase(dump, target)
    const playlists = await (await openPlace(target)).db.selectFrom('playlists').select('id').execute()
    expect(playlists).toEqual([{ id: 'playlist' }])
  },
)

describe.each(['embedded', 'PostgreSQL'] as const)('restoring to the %s database', name => {
  async function dumpOf(): Promise<DumpedDatabase> {
    const source = await emptyPlace('embedded')
    await fillLibrary((await openPlace(source)).db)
    const snapshot = await openSnapshot(source)
    const dump = await readAll(snapshot)
    await snapshot.close()
    return dump
  }

  it('continues after an interruption, and lets no program use the database before', async () => {
    const dump = await dumpOf()
    const target = await emptyPlace(name)
    const read: string[] = []
    const interrupted: DumpedDatabase = {
      ...dump,
      async *readChunks(table, skip) {
        let count = 0
        for await (const rows of dump.readChunks(table, skip)) {
          if (table === 'tracks' && ++count === 3) throw new Error('interrupted')
          yield rows
        }
      },
    }
    await expect(restoreDatabase(interrupted, target)).rejects.toThrow('interrupted')
    const open = openDatabase(target)
    await expect(migrate(open)).rejects.toThrow(/restore into this database was interrupted/)
    await open.close()
    await expect(restoreDatabase({ ...dump, id: 'two' }, target)).rejects.toThrow(
      /the snapshot one was interrupted/,
    )
    const resumed: DumpedDatabase = {
      ...dump,
      readChunks(table, skip) {
        read.push(`${table} ${skip}`)
        return dump.readChunks(table, skip)
      },
    }
    await restoreDatabase(resumed, target)
    expect(read).toContain('tracks 2')
    const { db } = await openPlace(target)
    expect(await db.selectFrom('tracks').select('id').execute()).toHaveLength(40)
    await expect(restoreDatabase(dump, target)).rejects.toThrow(/database is not empty/)
  })

  it('builds the same indexes and rejects a row that differs', async () => {
    const dump = await dumpOf()
    const target = await emptyPlace(name)
    const tables = dump.tables.map(table =>
      table.name === 'genres' ? { ...table, sum: '0'.repeat(32) } : table,
    )
    await expect(restoreDatabase({ ...dump, tables }, target)).rejects.toThrow(
      /table genres has other values/,
    )
    const open = openDatabase(target)
    const rebuilt = await readIndexes(open)
    await open.close()
    expect(rebuilt).toEqual(await readIndexes(await openPlace(await emptyPlace(name))))
    expect(rebuilt.length).toBeGreaterThan(40)
  })

  it('leaves the tables of another program alone', async () => {
    const dump = await dumpOf()
    const target = await emptyPlace(name)
    const { db, close } = openDatabase(target)
    onTestFinished(close)
    await sql`create table notes (id integer, body text)`.execute(db)
    await sql`insert into notes values (1, 'mine')`.execute(db)
    await expect(restoreDatabase(dump, target)).rejects.toThrow(/database is not empty/)
    expect((await sql`select body from notes`.execute(db)).rows).toEqual([{ body: 'mine' }])
  })

  it('rejects the snapshot of a newer program', async () => {
    const dump = await dumpOf()
    const steps = [...dump.steps, '999-tomorrow']
    await expect(restoreDatabase({ ...dump, steps }, await emptyPlace(name))).rejects.toThrow(
      /newer than this program/,
    )
  })
})

async function readIndexes({ db, dialect }: Awaited<ReturnType<typeof openPlace>>): Promise<unknown[]> {
  const { rows } =
    dialect === 'sqlite'
      ? await sql`select name, sql from sqlite_schema where type = 'index' and tbl_name <> 'restore_state' order by name`.execute(
          db,
        )
      : await sql`select indexdef from pg_indexes where schemaname = 'public' and tablename <> 'restore_state' order by indexname`.execute(
          db,
        )
  return rows
}
