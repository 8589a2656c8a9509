import { searchCatalogue } from '@refrain/contract/search'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../testing/databases.ts'
import { seed } from '../testing/seed.ts'
import { answerOf, startApp } from '../testing/start-app.ts'

onBothDatabases('a search', openDatabase => {
  it('finds tracks, artists and albums by a part of their name, in any case (SRCH-01, SRCH-02, SRCH-03, SRCH-04)', async () => {
    const open = await openDatabase()
    const put = seed(open.db)
    const artist = await put.artist('Röyksopp')
    const album = await put.album('Melody A.M.', artist)
    await put.track('Röyksopp’s Night Out', album, [artist])
    await put.track('Eple', album, [artist])
    await put.album('The Best of ROYKSOPP', artist)
    const found = await answerOf(await startApp(open), searchCatalogue, { query: 'royksop' })
    expect(found.tracks.map(track => track.title)).toEqual(['Röyksopp’s Night Out'])
    expect(found.artists.map(one => one.name)).toEqual(['Röyksopp'])
    expect(found.albums.map(one => one.title)).toEqual(['The Best of ROYKSOPP'])
  })
})
