import { expect, it } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { ListingCursors } from './listing-cursors.ts'
import { albumsByTitle } from './listing-store.ts'

const ALBUMS = 23
const STEP = 4
const listing = { reader: 'one', name: 'albums' }

onBothDatabases('positions in listings', open => {
  async function start() {
    const { db } = await open()
    const put = seed(db)
    const artist = await put.artist('Ada')
    const add = async (title: string) => {
      const album = await put.album(title, artist)
      await put.track('A', album, [artist])
      return album
    }
    const ids: string[] = []
    for (let n = 0; n < ALBUMS; n++) ids.push(await add(`Album ${String(n).padStart(2, '0')}`))
    return { db, add, ids, cursors: new ListingCursors(db, STEP) }
  }

  it('are the same by whatever way a page is reached', async () => {
    const { cursors, ids } = await start()
    for (const [at, offset] of [17, 5, 21, 0, 9, 16, 4, 8, 22, 20].entries())
      expect(
        await cursors.read({ reader: String(at % 3), name: 'a' }, albumsByTitle, { offset, most: 3 }),
      ).toEqual(ids.slice(offset, offset + 3))
  })

  it('end with the listing', async () => {
    const { cursors } = await start()
    for (const offset of [ALBUMS, ALBUMS + 1, ALBUMS + STEP, 1_000])
      expect(await cursors.read(listing, albumsByTitle, { offset, most: 3 })).toEqual([])
  })

  it('stay for whoever reads on, and are found anew by others, when the catalogue changes', async () => {
    const { db, cursors, ids, add } = await start()
    expect(await cursors.read(listing, albumsByTitle, { offset: 16, most: 2 })).toEqual(ids.slice(16, 18))
    const first = await add('A first one')
    await db
      .updateTable('catalogue_version')
      .set(eb => ({ version: eb('version', '+', 1) }))
      .execute()
    expect(await cursors.read(listing, albumsByTitle, { offset: 18, most: 2 })).toEqual(ids.slice(18, 20))
    const other = { reader: 'two', name: listing.name }
    expect(await cursors.read(other, albumsByTitle, { offset: 16, most: 2 })).toEqual(ids.slice(15, 17))
    expect(await cursors.read(other, albumsByTitle, { offset: 0, most: 2 })).toEqual([first, ids[0]])
  })
})
