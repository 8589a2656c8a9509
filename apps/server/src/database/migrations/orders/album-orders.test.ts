import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../testing/databases/both-databases.ts'
import { seed } from '../../../testing/seed.ts'

const REPEATED = {
  sort_title: 'album_title',
  created_at: 'album_added',
  released: 'album_released',
  play_count: 'album_plays',
  length_ms: 'album_length',
}

onBothDatabases('a change of a column that orders albums', open => {
  it('is repeated for their genres and formats, and leaves the other columns there alone', async () => {
    const { db } = await open()
    const put = seed(db)
    const artist = await put.artist('Ada')
    const album = await put.album('Weather', artist)
    await put.genre('Jazz', [await put.track('Rain', album, [artist])])
    const marked = { title: '0', added: 0, released: 0, plays: 0, length: 0 }
    for (const [column, key] of Object.entries(REPEATED)) {
      const value = column === 'sort_title' ? '7' : 7
      for (const table of ['album_genres', 'album_formats'])
        await sql`update ${sql.table(table)} set album_title = '0', album_added = 0, album_released = 0,
          album_plays = 0, album_length = 0`.execute(db)
      await sql`update albums set ${sql.ref(column)} = ${value} where id = ${album}`.execute(db)
      for (const table of ['album_genres', 'album_formats']) {
        const { rows } =
          await sql`select album_title as title, album_added as added, album_released as released,
          album_plays as plays, album_length as length from ${sql.table(table)}`.execute(db)
        expect(rows, `${table} ${column}`).toEqual([{ ...marked, [key.replace('album_', '')]: value }])
      }
    }
  })
})
