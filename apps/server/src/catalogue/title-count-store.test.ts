import { countLimits } from '@refrain/contract/limits'
import { expect, it } from 'vitest'
import type { OpenDatabase } from '../database/open.ts'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { seed } from '../testing/seed.ts'
import { readAlbumsPage } from './album-store.ts'
import { readArtistsPage } from './artist-store.ts'

/** Short and long, in several scripts, many with the same beginning, some with none. */
const STARTS = [
  '',
  'a',
  'ab',
  'abc',
  'abd',
  'the',
  'b',
  '愛',
  '愛し',
  '😀',
  'é',
  '9',
  'zz zz',
  '\u{10ffff}'.repeat(3),
]

onBothDatabases('the pages of a listing', openDatabase => {
  async function fill({ db }: OpenDatabase) {
    const put = seed(db)
    const artist = await put.artist('Ada', { sort_name: 'abcz' })
    for (let n = 0; n < 90; n++) {
      const name = `${STARTS[n % STARTS.length]}${n % 4 === 0 ? '' : (n * 7) % 30}`
      await put.artist(name, { sort_name: name })
      await put.album(name, artist, { sort_title: name })
    }
  }

  async function readPages({ db }: OpenDatabase) {
    const pages = 6
    const numbers = Array.from({ length: pages }, (_, n) => n + 1)
    const artists = await Promise.all(numbers.map(page => readArtistsPage(db, page)))
    const albums = await Promise.all(numbers.map(page => readAlbumsPage(db, page)))
    return {
      artists: artists.flatMap(page => page.artists.map(({ id }) => id)),
      albums: albums.flatMap(page => page.albums.map(({ id }) => id)),
      totals: [...artists, ...albums].map(page => page.totalResults),
      lengths: artists.map(page => page.artists.length),
    }
  }

  async function readPlainly({ db }: OpenDatabase) {
    const artists = await db.selectFrom('artists').select('id').orderBy('sort_name').orderBy('id').execute()
    const albums = await db.selectFrom('albums').select('id').orderBy('sort_title').orderBy('id').execute()
    return { artists: artists.map(({ id }) => id), albums: albums.map(({ id }) => id) }
  }

  it('hold each record once, in order, with the right total (API-21, API-22)', async () => {
    const open = await openDatabase()
    await fill(open)
    const { totals, lengths, ...found } = await readPages(open)
    expect(found).toEqual(await readPlainly(open))
    expect(totals).toEqual([91, 91, 91, 91, 91, 91, 90, 90, 90, 90, 90, 90])
    expect(lengths).toEqual([...Array(4).fill(countLimits.pageSize), 11, 0])
  })

  it('stay right when records are renamed and deleted, and when a transaction fails', async () => {
    const open = await openDatabase()
    await fill(open)
    const { db } = open
    await db.updateTable('albums').set({ sort_title: 'abx' }).where('sort_title', 'like', 'the%').execute()
    await db.updateTable('artists').set({ sort_name: '' }).where('sort_name', 'like', '愛%').execute()
    await db.deleteFrom('albums').where('sort_title', 'like', 'b%').execute()
    await db
      .transaction()
      .execute(async tx => {
        await seed(tx).artist('Nobody', { id: 'nobody' })
        throw new Error('broken off')
      })
      .catch(() => {})
    const { totals, lengths: _, ...found } = await readPages(open)
    const plain = await readPlainly(open)
    expect(found).toEqual(plain)
    expect([totals[0], totals[6]]).toEqual([plain.artists.length, plain.albums.length])
  })
})
