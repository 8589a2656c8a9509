import { expect, it } from 'vitest'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { seed } from '../testing/seed.ts'
import { readTracksOfGenre } from './track-store.ts'

onBothDatabases('the tracks of a genre', openDatabase => {
  it('come in the same order from a small and a very large genre (API-34, READ-21)', async () => {
    const { db } = await openDatabase()
    const put = seed(db)
    const artist = await put.artist('Ada')
    const album = await put.album('First', artist)
    const ids: string[] = []
    for (const [title, play_count] of [
      ['C', 1],
      ['B', 1],
      ['A', 0],
      ['D', 5],
      ['B', 1],
    ] as const) {
      ids.push(await put.track(title, album, [artist], { play_count }))
    }
    const [c, b, a, d, other] = ids
    await put.genre('Dub', [c, b, a, d].map(String))
    await put.genre('Else', [String(other)])
    for (const many of [1, 4, 5]) {
      const tracks = await readTracksOfGenre(db, 'DUB', many)
      expect(tracks.map(track => track.id)).toEqual([d, b, c, a])
    }
    expect(await readTracksOfGenre(db, 'Ska', 1)).toEqual([])
  })
})
