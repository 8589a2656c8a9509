import { fetchSimilarTracks, similarLimits } from '@refrain/contract/catalogue/similar-tracks'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { call, startApp } from '../../testing/start-app.ts'
import { nearestFirst } from './similar-tracks.ts'

onBothDatabases('similar tracks', open => {
  async function start() {
    const opened = await open()
    const app = await startApp(opened)
    const put = seed(opened.db)
    const [ada, bo, cy] = [await put.artist('Ada'), await put.artist('Bo'), await put.artist('Cy')]
    const [ofAda, ofBo, ofCy] = [
      await put.album('Of Ada', ada),
      await put.album('Of Bo', bo),
      await put.album('Of Cy', cy),
    ]
    const tracks = {
      a1: await put.track('A1', ofAda, [ada]),
      a2: await put.track('A2', ofAda, [ada]),
      b1: await put.track('B1', ofBo, [bo]),
      b2: await put.track('B2', ofBo, [bo, ada]),
      gone: await put.track('B3', ofBo, [bo], { available: 0 }),
      c1: await put.track('C1', ofCy, [cy]),
    }
    await put.genre('Jazz', [tracks.a1, tracks.b1, tracks.gone])
    const nameOf = new Map(Object.entries(tracks).map(([name, id]) => [id, name]))
    async function similarTo(
      names: readonly (keyof typeof tracks)[],
      except: readonly (keyof typeof tracks)[] = [],
    ) {
      const input = { tracks: names.map(name => tracks[name]), except: except.map(name => tracks[name]) }
      const response = await call(app, fetchSimilarTracks, input)
      expect(response.statusCode).toBe(200)
      return response
        .json<{ _id: string }[]>()
        .map(({ _id }) => nameOf.get(_id))
        .toSorted()
    }
    return { app, similarTo, tracks }
  }

  it('share an artist or a genre, can be played and are not repeated (PROP-73)', async () => {
    const { similarTo } = await start()
    expect(await similarTo(['a1'])).toEqual(['a2', 'b1', 'b2'])
    expect(await similarTo(['b2'])).toEqual(['a1', 'a2', 'b1'])
    expect(await similarTo(['c1'])).toEqual([])
    expect(await similarTo(['c1', 'a1'])).toEqual(['a2', 'b1', 'b2'])
    expect(await similarTo(['a1'], ['a2', 'b2', 'c1'])).toEqual(['b1'])
  })

  it('are asked for by guests within limits, and unknown tracks have none', async () => {
    const { app, tracks } = await start()
    const { statusCode, body } = await call(app, fetchSimilarTracks, { tracks: ['unknown'] })
    expect([statusCode, body]).toEqual([200, '[]'])
    const many = Array.from({ length: similarLimits.except + 1 }, (_, i) => `t${i}`)
    for (const input of [{ tracks: [] }, { tracks: many.slice(0, 6) }, { tracks: [tracks.a1], except: many }])
      expect((await call(app, fetchSimilarTracks, input)).statusCode).toBe(400)
  })
})

it('come of the same time first, then of near years or unknown ones', () => {
  const years = new Map([
    ['seed', 1990],
    ['far', 2020],
    ['near', 1998],
    ['same', 1992],
  ])
  expect(nearestFirst(['far', 'near', 'unknown', 'same'], ['seed'], years)).toEqual([
    ...['same', 'near', 'unknown', 'far'],
  ])
  expect(nearestFirst(['far', 'same'], ['unknown'], years)).toEqual(['far', 'same'])
})
