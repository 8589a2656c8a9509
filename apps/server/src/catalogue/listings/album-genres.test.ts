import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { fillAlbumGenres } from '../../database/migrations/catalogue/043-album-genres.ts'
import type { Database } from '../../database/tables.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { albumsOfGenre, readListing } from './listing-store.ts'

onBothDatabases('albums of genres', open => {
  async function start() {
    const { db } = await open()
    const put = seed(db)
    const artist = await put.artist('Ada')
    const [first, second] = [await put.album('First', artist), await put.album('Second', artist)]
    const add = (title: string, album: string) => put.track(title, album, [artist])
    const tracks = [await add('A', first), await add('B', first), await add('C', second)] as const
    const jazz = await put.genre('Jazz', tracks)
    const folk = await put.genre('Folk', [tracks[2]])
    return { db, first, second, tracks, jazz, folk }
  }

  const readAll = (db: Database) =>
    db
      .selectFrom('album_genres')
      .select(['genre_id', 'album_id', 'album_title', 'tracks'])
      .orderBy('album_title')
      .orderBy('genre_id')
      .execute()
      .then(rows => rows.map(row => [row.genre_id, row.album_id, row.album_title, row.tracks]))

  it('are updated when tracks change', async () => {
    const { db, first, second, tracks, jazz, folk } = await start()
    const ofSecond = [
      [jazz, second, 'second', 1],
      [folk, second, 'second', 1],
    ]
    expect(await readAll(db)).toEqual([[jazz, first, 'first', 2], ...ofSecond])

    await db.deleteFrom('track_genres').where('track_id', '=', tracks[0]).execute()
    expect(await readAll(db)).toEqual([[jazz, first, 'first', 1], ...ofSecond])

    await db.deleteFrom('tracks').where('id', '=', tracks[1]).execute()
    expect(await readAll(db)).toEqual(ofSecond)

    await db.updateTable('tracks').set({ album_id: first }).where('id', '=', tracks[2]).execute()
    await db.updateTable('albums').set({ sort_title: 'renamed' }).where('id', '=', first).execute()
    expect(await readAll(db)).toEqual([
      [jazz, first, 'renamed', 1],
      [folk, first, 'renamed', 1],
    ])
  })

  it('are deleted with the album and with the genre', async () => {
    const { db, first, second, jazz, folk } = await start()
    await db.deleteFrom('tracks').execute()
    expect(await readAll(db)).toEqual([])
    const row = { album_title: '', tracks: 1 }
    await db
      .insertInto('album_genres')
      .values([
        { ...row, album_id: first, genre_id: folk },
        { ...row, album_id: second, genre_id: jazz },
      ])
      .execute()
    await db.deleteFrom('albums').where('id', '=', first).execute()
    expect(await readAll(db)).toEqual([[jazz, second, 'second', 1]])
    await db.deleteFrom('genres').where('id', '=', jazz).execute()
    expect(await readAll(db)).toEqual([])
  })

  it('are the same when the migration finds the tracks', async () => {
    const { db } = await start()
    const written = await readAll(db)
    await db.deleteFrom('album_genres').execute()
    await sql.raw(fillAlbumGenres).execute(db)
    expect(written).toHaveLength(3)
    expect(await readAll(db)).toEqual(written)
  })

  it('show in a genre only while one of its tracks can be played', async () => {
    const { db, first, second, tracks, jazz, folk } = await start()
    const list = async (genre: string) =>
      (await readListing(db, albumsOfGenre(genre), { after: undefined, skip: 0, most: 10 })).ids
    expect([await list(jazz), await list(folk)]).toEqual([[first, second], [second]])
    await db.updateTable('tracks').set({ available: 0 }).where('id', 'in', [tracks[0], tracks[2]]).execute()
    expect([await list(jazz), await list(folk)]).toEqual([[first], []])
  })
})
