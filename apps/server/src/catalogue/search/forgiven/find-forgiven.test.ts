import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../testing/databases/both-databases.ts'
import { seed } from '../../../testing/seed.ts'
import { searchCatalogue } from '../search-store.ts'

onBothDatabases('a search that forgives', openDatabase => {
  async function startWith() {
    const open = await openDatabase()
    const put = seed(open.db)
    const bjork = await put.artist('Björk')
    const bowie = await put.artist('David Bowie', { followers: 9 })
    const other = await put.artist('The Beatles')
    const homogenic = await put.album('Homogenic', bjork)
    await put.track('Jóga', homogenic, [bjork])
    await put.track('Bachelorette', homogenic, [bjork])
    const heroes = await put.album('“Heroes”', bowie)
    await put.track('“Heroes”', heroes, [bowie], { play_count: 3 })
    const stage = await put.album('Stage (Live)', bowie)
    await put.track('“Heroes” (Live)', stage, [bowie])
    const abbey = await put.album('Abbey Road', other)
    await put.track('Here Comes the Sun', abbey, [other])
    const find = async (query: string) => {
      const { tracks, artists, albums } = await searchCatalogue(open, query)
      return {
        tracks: tracks.map(one => one.title),
        artists: artists.map(one => one.name),
        albums: albums.map(one => one.title),
      }
    }
    return { find, put, bowie }
  }
  const start = async () => (await startWith()).find

  it('finds what is meant though letters are wrong, missing, too many or swapped', async () => {
    const find = await start()
    expect((await find('homogenc')).albums).toEqual(['Homogenic'])
    expect((await find('bjork homogenc')).albums).toEqual(['Homogenic'])
    expect((await find('beatels')).artists).toEqual(['The Beatles'])
    expect((await find('bachelorete')).tracks).toEqual(['Bachelorette'])
    expect((await find('here coms the sun')).tracks).toEqual(['Here Comes the Sun'])
  })

  it('finds words of the artist, the album and the title together, in any order, the last one unfinished', async () => {
    const find = await start()
    expect((await find('bowie heroes live')).tracks).toEqual(['“Heroes” (Live)'])
    expect((await find('heroes bowie')).tracks).toEqual(['“Heroes”', '“Heroes” (Live)'])
    expect((await find('homogenic joga')).tracks).toEqual(['Jóga'])
    expect((await find('sun the here')).tracks).toEqual(['Here Comes the Sun'])
    expect((await find('bjork bach')).tracks).toEqual(['Bachelorette'])
    expect((await find('beatles abb')).albums).toEqual(['Abbey Road'])
  })

  it('finds all that has the words, not only what has them in its own title', async () => {
    const { find, put, bowie } = await startWith()
    await put.album('Bowie’s Heroes, Covered', bowie)
    const found = await find('heroes bowie')
    expect(found.albums).toEqual(expect.arrayContaining(['“Heroes”', 'Bowie’s Heroes, Covered']))
    expect(found.tracks).toContain('“Heroes”')
  })

  it('finds nothing for nonsense, short words with an error, or a word that is nowhere', async () => {
    const find = await start()
    const nothing = { tracks: [], artists: [], albums: [] }
    for (const query of ['xyzzyq', 'jogi', 'sum', 'bowie homogenic zzzzzz', 'q q q q q q q q q'])
      expect([query, await find(query)]).toEqual([query, nothing])
  })

  it('forgives nothing where something has the words as they are written', async () => {
    const find = await start()
    expect((await find('heroes')).tracks).toEqual(['“Heroes”', '“Heroes” (Live)'])
    expect((await find('bjork')).tracks).toEqual([])
  })
})
