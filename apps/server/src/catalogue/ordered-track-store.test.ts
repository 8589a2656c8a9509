import type { Track } from '@refrain/contract/catalogue/tracks'
import { countLimits } from '@refrain/contract/limits'
import { expect, it } from 'vitest'
import type { Database } from '../database/tables.ts'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { seed } from '../testing/seed.ts'
import {
  readTrackPage,
  readTracksOfArtist,
  readTracksOfGenre,
  type TrackPage,
} from './ordered-track-store.ts'

const titles = (tracks: readonly Track[]) => tracks.map(track => track.title)

onBothDatabases('ordered tracks', openDatabase => {
  it('come most played first, ties by title, and follow plays and new titles (API-30, API-34, READ-21)', async () => {
    const { db } = await openDatabase()
    const put = seed(db)
    const artist = await put.artist('Ada')
    const album = await put.album('First', artist)
    const add = (title: string, play_count: number) => put.track(title, album, [artist], { play_count })
    const ids = [await add('C', 1), await add('B', 1), await add('A', 0), await add('D', 5)]
    const other = await add('Other', 9)
    await put.genre('Dub', ids)
    await put.genre('Else', [other])
    const ofGenre = async () => titles(await readAll(readTracksOfGenre(db, 'DUB')))
    const ofArtist = async () => titles(await readAll(readTracksOfArtist(db, artist)))
    expect(await ofGenre()).toEqual(['D', 'B', 'C', 'A'])
    expect(await ofArtist()).toEqual(['Other', 'D', 'B', 'C', 'A'])
    await db.updateTable('tracks').set({ play_count: 7 }).where('title', '=', 'A').execute()
    await db.updateTable('tracks').set({ title: 'Z', sort_title: 'z' }).where('title', '=', 'B').execute()
    expect(await ofGenre()).toEqual(['A', 'D', 'C', 'Z'])
    expect(await ofArtist()).toEqual(['Other', 'A', 'D', 'C', 'Z'])
    expect(await readAll(readTracksOfGenre(db, 'Ska'))).toEqual([])
  })

  it('come page by page, each once, also where many are equally popular', async () => {
    const { db } = await openDatabase()
    const put = seed(db)
    const artist = await put.artist('Ada')
    const album = await put.album('First', artist)
    const count = countLimits.trackPage * 2 + 3
    const ids: string[] = []
    for (let n = 0; n < count; n++) {
      // Their number changes within the second page.
      const play_count = n < countLimits.trackPage + 10 ? 1 : 0
      ids.push(await put.track(`Track ${n % 7}`, album, [artist], { play_count }))
    }
    const genre = await put.genre('Dub', ids)
    for (const [owner, id] of [
      ['artist', artist],
      ['genre', genre],
    ] as const) {
      const pages = await readPages(db, owner, id)
      expect(pages.map(page => page.tracks.length)).toEqual([countLimits.trackPage, countLimits.trackPage, 3])
      const all = await readAll(readTracksOfArtist(db, artist))
      expect(pages.flatMap(page => page.tracks)).toEqual(all)
      expect(new Set(all.map(track => track.id)).size).toBe(count)
    }
  })
})

async function readAll(slices: AsyncIterable<Track[]>): Promise<Track[]> {
  const all: Track[] = []
  for await (const slice of slices) all.push(...slice)
  return all
}

async function readPages(db: Database, owner: 'artist' | 'genre', id: string): Promise<TrackPage[]> {
  const pages = [await readTrackPage(db, owner, id, undefined)]
  for (let last = pages[0]; last?.next; last = pages.at(-1)) {
    pages.push(await readTrackPage(db, owner, id, last.next))
  }
  return pages
}
