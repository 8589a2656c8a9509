import { fetchArtist } from '@refrain/contract/catalogue/artists'
import { fetchArtistCredits, fetchTrackCredits } from '@refrain/contract/catalogue/credits'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'

onBothDatabases('credits of other roles', openDatabase => {
  it('are answered for a track and for a person (NAME-13)', async () => {
    const open = await openDatabase()
    const put = seed(open.db)
    const ada = await put.artist('Ada')
    const first = await put.album('First', ada, { released_at: '2020-01-01T00:00:00.000Z' })
    const second = await put.album('Second', ada, { released_at: '2022-01-01T00:00:00.000Z' })
    const one = await put.track('One', first, [ada])
    const two = await put.track('Two', second, [ada])
    const gone = await put.track('Gone', await put.album('Gone', ada), [ada], { available: 0 })
    await open.db
      .insertInto('credited_people')
      .values([
        { id: 'cy', name: 'Cy', folded_name: 'cy' },
        { id: ada, name: 'Ada', folded_name: 'ada' },
      ])
      .execute()
    const credit = (track_id: string, person_id: string, name: string, position = 0) => ({
      ...{ track_id, person_id, name, position },
      role: 'composer' as const,
    })
    const arranged = { ...credit(one, 'cy', 'Cy'), role: 'arranger' as const }
    await open.db
      .insertInto('track_credits')
      .values([
        arranged,
        credit(one, ada, 'Ada', 1),
        credit(one, 'cy', 'CY'),
        credit(two, 'cy', 'Cy'),
        credit(gone, 'cy', 'Cy'),
      ])
      .execute()
    const app = await startApp(open)
    expect(await answerOf(app, fetchTrackCredits, { trackId: one })).toEqual([
      {
        role: 'composer',
        people: [
          { _id: 'cy', name: 'CY' },
          { _id: ada, name: 'Ada' },
        ],
      },
      { role: 'arranger', people: [{ _id: 'cy', name: 'Cy' }] },
    ])
    const credits = await answerOf(app, fetchArtistCredits, { artistId: 'cy' })
    expect(credits.map(({ role, albums }) => [role, albums.map(({ title }) => title)])).toEqual([
      ['composer', ['Second', 'First']],
      ['arranger', ['First']],
    ])
    // Her own albums.
    expect(await answerOf(app, fetchArtistCredits, { artistId: ada })).toEqual([])
    const { artist } = await answerOf(app, fetchArtist, { artistid: 'cy' })
    expect(artist).toMatchObject({ _id: 'cy', name: 'Cy', followers: 0, isCreditOnly: true })
    expect((await call(app, fetchTrackCredits, { trackId: 'none' })).statusCode).toBe(404)
    expect((await call(app, fetchArtistCredits, { artistId: 'none' })).statusCode).toBe(404)
  })
})
