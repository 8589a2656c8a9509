import { fetchTrack } from '@refrain/contract/catalogue/tracks'
import { fetchInterestedArtists, fetchInterestedGenres } from '@refrain/contract/compat/listening'
import { reportNowPlaying } from '@refrain/contract/listening/now-playing'
import { countTrackPlay, fetchPlayedTracks } from '@refrain/contract/listening/plays'
import { reportPlays } from '@refrain/contract/listening/reported-plays'
import { afterEach, expect, it, vi } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { readLiveUpdates } from '../../testing/read-live-updates.ts'
import { seed } from '../../testing/seed.ts'
import { ADA, GRACE, signUp } from '../../testing/sign-up.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'

const SECOND = 1_000
const DAY = 86_400_000
const NOON = Date.UTC(2026, 4, 3, 12)
/** Of each track, in seconds. */
const LENGTH = 200

afterEach(() => vi.useRealTimers())

onBothDatabases('plays reported afterwards', openDatabase => {
  async function start() {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOON })
    const open = await openDatabase()
    const put = seed(open.db)
    const artist = await put.artist('Bill')
    const album = await put.album('First', artist)
    const length = { true_samples: 44_100 * LENGTH }
    const track = await put.track('One', album, [artist], length)
    const other = await put.track('Two', album, [artist], length)
    await put.genre('Jazz', [track])
    const app = await startApp(open)
    const ada = await signUp(app, ADA)
    /** @param plays track and seconds before noon */
    const report = (plays: readonly (readonly [string, number])[], who = ada) =>
      answerOf(
        app,
        reportPlays,
        {
          plays: plays.map(([trackId, before]) => ({
            trackId,
            at: new Date(NOON - before * SECOND).toISOString(),
          })),
        },
        who,
      )
    const playsOf = async (id: string) => (await answerOf(app, fetchTrack, { id })).playCount
    const playHere = () => answerOf(app, countTrackPlay, { trackId: track }, ada)
    return { open, app, ada, artist, album, track, other, report, playsOf, playHere }
  }

  it('count with their times, and with all that follows from a play (SUB-102)', async () => {
    const { open, app, ada, artist, album, track, report, playsOf } = await start()
    const page = await readLiveUpdates(app, ada)
    expect(await report([[track, 3_600]])).toEqual({ counted: 1, unknown: [] })
    expect(await playsOf(track)).toBe(1)
    const [counted] = await open.db.selectFrom('counted_tracks').selectAll().execute()
    expect(counted?.counted_at).toBe(NOON - 3_600 * SECOND)
    expect(await answerOf(app, fetchPlayedTracks, {}, ada)).toEqual({ [album]: [track] })
    expect((await answerOf(app, fetchInterestedArtists, {}, ada)).map(({ _id }) => _id)).toEqual([artist])
    expect(await answerOf(app, fetchInterestedGenres, {}, ada)).toEqual(['Jazz'])
    await expect.poll(() => page.kinds, { timeout: 10_000 }).toEqual(['played', 'interests'])
  })

  it('count once, however often and in whichever order they come (SUB-102)', async () => {
    const { track, other, report, playsOf } = await start()
    const plays = [
      [track, 1_000],
      [other, 800],
      [track, 600],
    ] as const
    expect((await report([plays[2], plays[0], plays[0]])).counted).toBe(2)
    expect((await report(plays)).counted).toBe(1)
    expect((await report(plays)).counted).toBe(0)
    expect([await playsOf(track), await playsOf(other)]).toEqual([2, 1])
  })

  it('count at most one for half a track (SUB-102)', async () => {
    const { track, other, report } = await start()
    expect((await report([[track, 5_000]])).counted).toBe(1)
    // The same track, between start and half.
    expect((await report([[track, 5_000 - LENGTH / 2 - 5]])).counted).toBe(0)
    expect((await report([[other, 5_000 - 80]])).counted).toBe(0)
    expect((await report([[other, 5_000 + 80]])).counted).toBe(0)
    expect((await report([[other, 5_000 - LENGTH / 2]])).counted).toBe(1)
    expect((await report([[track, 5_000 - LENGTH - LENGTH / 2]])).counted).toBe(1)
  })

  it('count neither in the future nor after 366 days, unknown ones are named (SUB-102)', async () => {
    const { track, other, report, playsOf } = await start()
    const year = (366 * DAY) / SECOND
    expect(
      await report([
        [track, -3_600],
        [track, year + 1],
        ['gone', 60],
      ]),
    ).toEqual({
      ...{ counted: 0, unknown: ['gone'] },
    })
    expect(
      (
        await report([
          [track, year - 1],
          [other, -30],
        ])
      ).counted,
    ).toBe(2)
    expect(await playsOf(track)).toBe(1)
  })

  it('count once where the player counts as well (SUB-102)', async () => {
    const { track, report, playsOf, playHere } = await start()
    await playHere()
    expect((await report([[track, LENGTH / 2]])).counted).toBe(0)
    expect((await report([[track, 0]])).counted).toBe(0)
    expect(await playsOf(track)).toBe(1)
    vi.advanceTimersByTime(3_600 * SECOND)
    expect((await report([[track, -3_600 + LENGTH / 2]])).counted).toBe(1)
    await playHere()
    expect(await playsOf(track)).toBe(2)
  })

  it('leave the latest time as the last play', async () => {
    const { open, track, report } = await start()
    await report([[track, 100]])
    await report([[track, 9_000]])
    const [counted] = await open.db.selectFrom('counted_tracks').selectAll().execute()
    expect(counted?.counted_at).toBe(NOON - 100 * SECOND)
    const heard = await open.db.selectFrom('interested_artists').select('heard_at').execute()
    expect(heard).toEqual([{ heard_at: NOON - 100 * SECOND }])
  })

  it('count for each listener, never for guests', async () => {
    const { app, track, report, playsOf } = await start()
    await report([[track, 500]])
    expect((await report([[track, 500]], await signUp(app, GRACE))).counted).toBe(1)
    expect(await playsOf(track)).toBe(2)
    expect((await call(app, reportPlays, { plays: [] })).statusCode).toBe(401)
  })

  it('count once after the play was counted as it went on (SUB-104)', async () => {
    const { app, ada, track, report, playsOf } = await start()
    const play = (positionMs: number, state: 'playing' | 'stopped' = 'playing') =>
      answerOf(app, reportNowPlaying, { trackId: track, state, positionMs }, ada)
    await play(0)
    vi.advanceTimersByTime(LENGTH * 500)
    await play(LENGTH * 500)
    expect(await playsOf(track)).toBe(1)
    vi.advanceTimersByTime(LENGTH * 500)
    await play(LENGTH * 1_000, 'stopped')
    for (const before of [0, -LENGTH / 2, -LENGTH]) expect((await report([[track, before]])).counted).toBe(0)
    // Again from the start.
    await play(0)
    vi.advanceTimersByTime(LENGTH * 500)
    await play(LENGTH * 500)
    expect(await playsOf(track)).toBe(2)
  })

  it('are compared with plays of any age (SUB-102)', async () => {
    const { track, other, report } = await start()
    const old = (360 * DAY) / SECOND
    expect((await report([[track, old]])).counted).toBe(1)
    // The times of a year later, and again those of then.
    expect(
      (
        await report([
          [track, 500],
          [other, old + 10],
          [track, old],
        ])
      ).counted,
    ).toBe(1)
  })
})
