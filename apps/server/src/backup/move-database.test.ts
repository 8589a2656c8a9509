import { describe, expect, it } from 'vitest'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { openSnapshot } from './dump/open-snapshot.ts'
import { compareTables } from './dump/snapshot.ts'
import { moveDatabase } from './move-database.ts'
import { readMoveTarget } from './move-target.ts'
import { addPlaylist, fillLibrary } from './testing/fill-library.ts'
import { emptyPlace, openPlace } from './testing/places.ts'

describe.each([
  ['embedded', 'PostgreSQL'],
  ['PostgreSQL', 'embedded'],
] as const)('moving from the %s to the %s database', (from, to) => {
  it('copies every row, leaves the source as it was, and refuses a target with data', async () => {
    const [source, target] = [await emptyPlace(from), await emptyPlace(to)]
    await fillLibrary((await openPlace(source)).db)
    const tables = await moveDatabase(source, target)
    expect(tables.find(table => table.name === 'tracks')?.rows).toBe(40)
    for (const place of [source, target]) {
      const snapshot = await openSnapshot(place)
      expect(await compareTables(snapshot, tables)).toEqual([])
      await snapshot.close()
    }
    await expect(moveDatabase(source, target)).rejects.toThrow(/database is not empty/)
  })

  it('continues after an interruption, and refuses to finish or to continue once the source has changed', async () => {
    const [source, target] = [await emptyPlace(from), await emptyPlace(to)]
    const { db } = await openPlace(source)
    const { trackIds } = await fillLibrary(db)
    const interrupt = (table: { name: string }) => {
      if (table.name === 'playlists') throw new Error('interrupted')
    }
    await expect(moveDatabase(source, target, interrupt)).rejects.toThrow('interrupted')
    const write = async (table: { name: string }) => {
      if (table.name === 'playlists') await addPlaylist(db, 'meanwhile', trackIds)
    }
    await expect(moveDatabase(source, target, write)).rejects.toThrow(
      /was changed during the move \(The table playlist/,
    )
    const open = openDatabase(target)
    await expect(migrate(open)).rejects.toThrow(/restore into this database was interrupted/)
    await open.close()
    await expect(moveDatabase(source, target)).rejects.toThrow(/snapshot move-\w+ was interrupted/)
    await db.deleteFrom('playlists').where('id', '=', 'meanwhile').execute()
    await moveDatabase(source, target)
    expect(
      await (await openPlace(target)).db.selectFrom('playlist_tracks').selectAll().execute(),
    ).toHaveLength(40)
  })
})

/** Texts as apps could store them in an embedded database, the last of which only looks like an escape. */
const WITH_NUL = ['a\0b\0\0', '\\\0\\\\\0c', String.raw`\u0000 \\u0000`]

describe('moving what PostgreSQL cannot store', () => {
  it('repairs it, says how much, and goes on after an interruption', async () => {
    const [source, target] = [await emptyPlace('embedded'), await emptyPlace('PostgreSQL')]
    const { db } = await openPlace(source)
    const { trackIds } = await fillLibrary(db)
    for (const [n, comment] of WITH_NUL.entries()) {
      await addPlaylist(db, `playlist${n}`, trackIds.slice(0, 1))
      await db.updateTable('playlists').set({ comment }).where('id', '=', `playlist${n}`).execute()
    }
    const interrupt = (table: { name: string }) => {
      if (table.name === 'playlist_tracks') throw new Error('interrupted')
    }
    await expect(moveDatabase(source, target, interrupt)).rejects.toThrow('interrupted')
    const repaired: unknown[] = []
    await moveDatabase(source, target, undefined, (...report) => repaired.push(report))
    expect(repaired).toEqual([['playlists', 2]])
    const moved = (await openPlace(target)).db.selectFrom('playlists').select('comment').orderBy('id')
    expect((await moved.execute()).map(row => row.comment)).toEqual([
      '',
      ...WITH_NUL.map(text => text.replaceAll('\0', '')),
    ])
  })
})

it('says that there is nothing to move', async () => {
  const [source, target] = [await emptyPlace('embedded'), await emptyPlace('embedded')]
  await expect(moveDatabase(source, target)).rejects.toThrow(/^There is no database in .*DATA_DIR/)
})

describe('the target of a move', () => {
  it('is PostgreSQL or the embedded database, and nothing else', () => {
    expect(readMoveTarget('embedded')).toBe('')
    expect(readMoveTarget('postgres://ada@host/music')).toBe('postgres://ada@host/music')
    expect(() => readMoveTarget('mysql://host')).toThrow(/Name where to move to/)
    expect(() => readMoveTarget('postgres://ada:secret@host:99999/music')).toThrow(/^(?!.*secret).*not valid/)
  })
})
