import { fetchLikedSongs } from '@refrain/contract/library/likes'
import { fetchRatings, saveRating } from '@refrain/contract/library/ratings'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { readLiveUpdates } from '../../testing/read-live-updates.ts'
import { answerOf, call } from '../../testing/start-app.ts'
import { startLibrary } from '../../testing/start-library.ts'
import { readRatingsOf } from './rating-store.ts'

onBothDatabases('ratings', openDatabase => {
  async function start() {
    const started = await startLibrary(openDatabase)
    const { app, ada } = started
    const rate = (kind: string, id: string, rating: number, who: Record<string, string> = ada) =>
      call(app, saveRating, { kind, id, rating } as never, who)
    const rated = async (kind: 'track' | 'album' | 'artist', who = ada) =>
      (await answerOf(app, fetchRatings, { kind }, who)).map(({ id, rating }) => [id, rating])
    return { ...started, rate, rated }
  }

  it('are stored for tracks, albums and artists, and are no likes (SUB-101)', async () => {
    const { open, app, ada, tracks, album, artist, rate, rated } = await start()
    expect((await rate('track', tracks[0], 4)).json()).toEqual({ success: true })
    await rate('track', tracks[0], 2)
    await rate('album', album, 5)
    await rate('artist', artist, 1)
    expect([await rated('track'), await rated('album'), await rated('artist')]).toEqual([
      [[tracks[0], 2]],
      [[album, 5]],
      [[artist, 1]],
    ])
    expect(await answerOf(app, fetchLikedSongs, {}, ada)).toEqual([])
    const { userId } = (await app.findSession(ada['auth-token']))!
    expect(await readRatingsOf(open.db, userId, 'track', tracks)).toEqual(new Map([[tracks[0], 2]]))
  })

  it('are deleted by 0', async () => {
    const { tracks, rate, rated } = await start()
    await rate('track', tracks[0], 4)
    await rate('track', tracks[1], 0)
    await rate('track', tracks[0], 0)
    expect(await rated('track')).toEqual([])
  })

  it('are refused beyond 0 to 5, for unknown records, and for guests', async () => {
    const { tracks, grace, rate, rated } = await start()
    for (const rating of [-1, 6, 2.5]) expect((await rate('track', tracks[0], rating)).statusCode).toBe(400)
    expect((await rate('playlist', tracks[0], 1)).statusCode).toBe(400)
    expect((await rate('album', tracks[0], 1)).statusCode).toBe(404)
    expect((await rate('track', tracks[0], 1, {})).statusCode).toBe(401)
    await rate('track', tracks[0], 3)
    expect(await rated('track', grace)).toEqual([])
  })

  it('are published to the listener’s other tabs', async () => {
    const { app, ada, tracks, rate } = await start()
    const page = await readLiveUpdates(app, ada)
    await rate('track', tracks[0], 3)
    await expect.poll(() => page.kinds, { timeout: 10_000 }).toEqual(['ratings'])
  })
})
