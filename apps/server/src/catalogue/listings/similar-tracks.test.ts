import { fetchSimilarTracks, similarLimits } from '@refrain/contract/catalogue/similar-tracks'
import { expect, it } from 'vitest'
import { inChunks } from '../../database/in-chunks.ts'
import type { Database } from '../../database/tables.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { call, startApp } from '../../testing/start-app.ts'
import { MOST_LOOKED_AT, readGenresOfTracks, readTopTracks, readTopTracksOfGenres } from './similar-store.ts'
import { nearestFirst, readSimilarTracks } from './similar-tracks.ts'

onBothDatabases('similar tracks', open => {
  async function start() {
    const opened = await open()
    const app = await startApp(opened)
    const put = seed(opened.db)
    const [ada, bo, cy] = [await put.artist('Ada'), await put.artist('Bo'), await put.artist('Cy')]
    const [ofAda, ofBo, ofCy] = [
      await put.album('Of Ada', ada),
      await put.album('Of Bo', bo),
      await put.album('Of Cy', cy, { released_at: '1970-01-01' }),
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

  it('looks at a bounded number of rows where nothing of an artist or genre can be played', async () => {
    const { db } = await open()
    const put = seed(db)
    const [ada, bo] = [await put.artist('Ada'), await put.artist('Bo')]
    const album = await put.album('Of Ada', ada)
    const gone = await put.track('A', album, [ada], { available: 0 })
    const last = await put.track('B', album, [ada])
    const genre = await put.genre('Jazz', [gone, last])
    const found = async () => [
      await readTopTracks(db, ada, 10),
      await readTopTracksOfGenres(db, [genre], [bo], 10),
    ]
    expect(await found()).toEqual([[last], [last]])
    await copyTrack(db, gone, { artist: ada, genre, times: MOST_LOOKED_AT })
    expect(await found()).toEqual([[], []])
  })

  it('are of the first track’s genres, and others are by none of the artists', async () => {
    const { db } = await open()
    const put = seed(db)
    const [ada, bo, cy] = [await put.artist('Ada'), await put.artist('Bo'), await put.artist('Cy')]
    const album = await put.album('Several', ada)
    const [first, second, third] = [
      await put.track('A', album, [ada]),
      await put.track('B', album, [bo]),
      await put.track('C', album, [cy]),
    ]
    const frequent = await put.genre('Pop', [second, third])
    const ofFirst = await put.genre('Jazz', [first, third])
    expect(await readGenresOfTracks(db, [first, second, third], 1)).toEqual([ofFirst])
    expect(await readGenresOfTracks(db, [second, third], 2)).toEqual([frequent, ofFirst])
    expect(await readTopTracksOfGenres(db, [frequent, ofFirst], [ada, bo], 10)).toEqual([third])
  })

  it('are of the same time where nothing shares an artist or a genre', async () => {
    const { db } = await open()
    const put = seed(db)
    const ada = await put.artist('Ada')
    const ofYear = async (year: number, given: { available?: number } = {}) => {
      const artist = await put.artist(`Of ${year}`)
      const album = await put.album(`Of ${year}`, artist, { released_at: `${year}-06-15` })
      return put.track('A', album, [artist], given)
    }
    const seedId = await put.track('A', await put.album('A', ada, { released_at: '1990-01-01' }), [ada])
    const near = [await ofYear(1988), await ofYear(1990), await ofYear(1993)]
    await ofYear(1991, { available: 0 })
    for (const far of [1986, 1994]) await ofYear(far)
    const unknown = await put.album('Undated', ada, { released_at: '1990-07-01', release_date: '' })
    await put.track('B', unknown, [await put.artist('Bo')])
    const wanted = { artistIds: [ada], seedIds: [seedId], most: 9 }
    expect((await readSimilarTracks(db, wanted)).toSorted()).toEqual(near.toSorted())
    expect(await readSimilarTracks(db, { ...wanted, most: 2 })).toHaveLength(2)
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

/** Tracks as that one, of the artist and genre. */
async function copyTrack(
  db: Database,
  trackId: string,
  { artist, genre, times }: { artist: string; genre: string; times: number },
): Promise<void> {
  const track = await db.selectFrom('tracks').selectAll().where('id', '=', trackId).executeTakeFirstOrThrow()
  const ids = Array.from({ length: times }, (_, n) => `copy-${n}`)
  for (const some of inChunks(ids, 100)) {
    await db
      .insertInto('tracks')
      .values(some.map(id => ({ ...track, id, url: id })))
      .execute()
    await db
      .insertInto('track_artists')
      .values(some.map(track_id => ({ track_id, artist_id: artist, position: 0 })))
      .execute()
    await db
      .insertInto('track_genres')
      .values(some.map(track_id => ({ track_id, genre_id: genre, position: 0 })))
      .execute()
  }
}

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
