import { fetchAllGenres } from '@refrain/contract/catalogue/genres'
import { searchCatalogue } from '@refrain/contract/catalogue/search'
import { textLimits } from '@refrain/contract/limits'
import { expect, it, vi } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'

onBothDatabases('search', openDatabase => {
  async function start() {
    const open = await openDatabase()
    const put = seed(open.db)
    const artist = await put.artist('Röyksopp')
    const album = await put.album('Melody A.M.', artist)
    await put.track('Röyksopp’s Night Out', album, [artist])
    await put.track('Eple', album, [artist])
    await put.album('The Best of ROYKSOPP', artist)
    return { app: await startApp(open), put }
  }

  it('finds tracks, artists and albums by part of their name, ignoring case (SRCH-01, SRCH-02, SRCH-03, SRCH-04)', async () => {
    const { app } = await start()
    const found = await answerOf(app, searchCatalogue, { query: 'royksop' })
    expect(found.tracks.map(track => track.title)).toEqual(['Röyksopp’s Night Out'])
    expect(found.artists.map(one => one.name)).toEqual(['Röyksopp'])
    expect(found.albums.map(one => one.title)).toEqual(['The Best of ROYKSOPP'])
  })

  it('returns empty lists if nothing matches or nothing is left of the query (PROP-62)', async () => {
    const { app } = await start()
    const nothing = { tracks: [], artists: [], albums: [], genres: [] }
    for (const query of ['nothing like it', '   ', '\u0301', '\u200b', '%', '*', '"']) {
      expect(await answerOf(app, searchCatalogue, { query })).toEqual(nothing)
    }
  })

  it('finds at most five genres by the beginning of a word, after each change of the catalogue', async () => {
    const { app, put } = await start()
    const find = async (query: string) =>
      (await answerOf(app, searchCatalogue, { query })).genres?.map(({ genre }) => genre)
    for (const name of ['Acid Jazz', 'Jazz', 'Latin Jazz', 'Jazz Funk', 'Ragajazz']) await put.genre(name, [])
    await put.changed()
    const first = ['Jazz', 'Jazz Funk', 'Acid Jazz', 'Latin Jazz']
    await expect.poll(() => find('JÁZZ'), { timeout: 10_000 }).toEqual(first)
    for (const name of ['Cool Jazz', 'Free Jazz']) await put.genre(name, [])
    await put.changed()
    await expect.poll(() => find('jazz'), { timeout: 10_000 }).toEqual([...first, 'Cool Jazz'])
  })

  it('rejects invalid queries (SRCH-05, PROP-13)', async () => {
    const { app } = await start()
    const status = async (url: string) => (await app.inject(url)).statusCode
    for (const search of [
      '',
      '?query=',
      '?query=a&query=b',
      '?query=a&page=1',
      '?query=%00',
      '?query=a%0Ab',
    ]) {
      expect([search, await status(searchCatalogue.path + search)]).toEqual([search, 400])
    }
    expect(
      (await call(app, searchCatalogue, { query: 'ä'.repeat(textLimits.searchQuery.max + 1) })).statusCode,
    ).toBe(400)
    for (const query of ['ä', 'ﷺ', '"', '\\']) {
      const longest = query.repeat(textLimits.searchQuery.max)
      expect((await call(app, searchCatalogue, { query: longest })).statusCode).toBe(200)
    }
    expect(await status(`${searchCatalogue.path}?query=%ff%zz`)).toBeLessThan(500)
  })

  it('does not evict cached catalogue responses, however many queries there are', async () => {
    const { app } = await start()
    const keep = vi.spyOn(app.responseCache, 'store')
    for (const query of ['eple', 'eple', 'melody', 'melody']) await answerOf(app, searchCatalogue, { query })
    expect(keep).not.toHaveBeenCalled()
    await answerOf(app, fetchAllGenres, {})
    expect(keep).toHaveBeenCalledOnce()
  })

  it('caches responses until the catalogue changes', async () => {
    const { app, put } = await start()
    const first = await call(app, searchCatalogue, { query: 'eple' })
    expect(first.headers['cache-control']).toContain('public')
    const again = await call(
      app,
      searchCatalogue,
      { query: 'eple' },
      { 'if-none-match': `${first.headers.etag}` },
    )
    expect(again.statusCode).toBe(304)
    await put.artist('Eple')
    await put.changed()
    await expect
      .poll(async () => (await answerOf(app, searchCatalogue, { query: 'eple' })).artists, {
        timeout: 10_000,
      })
      .toHaveLength(1)
  })
})
