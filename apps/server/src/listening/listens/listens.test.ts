import { login } from '@refrain/contract/account/sign-in'
import { fetchTrack } from '@refrain/contract/catalogue/tracks'
import { deleteListens, recordSecondsHeard } from '@refrain/contract/listening/listens'
import { reportNowPlaying } from '@refrain/contract/listening/now-playing'
import { countTrackPlay } from '@refrain/contract/listening/plays'
import { reportPlays } from '@refrain/contract/listening/reported-plays'
import { afterEach, expect, it, vi } from 'vitest'
import { write } from '../../database/retry.ts'
import { CLEAN_UP_INTERVAL_MS } from '../../jobs/clean-ups.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { ADA } from '../../testing/sign-up.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'
import { startLibrary } from '../../testing/start-library.ts'
import { readComparableSince, readListens } from './listen-store.ts'
import { insertListens, type NewListen } from './listen-writer.ts'

const NOON = Date.UTC(2026, 4, 3, 12)
const DAY = 86_400_000
const HOUR = 3_600_000

afterEach(() => vi.useRealTimers())

onBothDatabases('listens', openDatabase => {
  async function start() {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOON })
    const started = await startLibrary(openDatabase)
    const { open, app, ada, grace, tracks } = started
    const idOf = async (who: Record<string, string>) => (await app.findSession(who['auth-token']!))!.userId
    const [adaId, graceId] = [await idOf(ada), await idOf(grace)]
    const listensOf = (userId = adaId) => readListens(open.db, userId, Number.MAX_SAFE_INTEGER, 100)
    const countPlay = (trackId: string, who = ada) => answerOf(app, countTrackPlay, { trackId }, who)
    const report = (trackId: string, at: number, more: object = {}, service = app) =>
      answerOf(service, reportPlays, { plays: [{ trackId, at: new Date(at).toISOString() }], ...more }, ada)
    const insert = (plays: readonly Partial<NewListen>[], most?: number, userId = adaId) => {
      const rows = plays.map(play => ({
        ...{ trackId: tracks[0], at: NOON, client: '', isReported: false },
        ...play,
      }))
      return write(open.db, tx => insertListens(tx, userId, rows, most))
    }
    const stored = async () =>
      (await open.db.selectFrom('listen_users').select('listens').orderBy('number').execute()).map(
        row => row.listens,
      )
    return { ...started, adaId, graceId, listensOf, countPlay, report, insert, stored }
  }

  it('say what was played, when and with which device or app (PROP-65)', async () => {
    const { app, ada, tracks, listensOf, countPlay, report } = await start()
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
    const { authtoken } = await answerOf(app, login, { email: ADA.email, password: ADA.password }, headers)
    const { countedAt } = await countPlay(tracks[0], { 'auth-token': authtoken })
    expect(countedAt).toBe(new Date(NOON).toISOString())
    await report(tracks[1], NOON - HOUR, { client: 'Car' })
    vi.setSystemTime(NOON + HOUR)
    const playing = { trackId: tracks[2], state: 'playing', positionMs: 185_000, client: 'Phone' } as const
    await answerOf(app, reportNowPlaying, playing, ada)
    expect(await listensOf()).toEqual([
      {
        trackId: tracks[2],
        title: 'Three',
        playedAt: NOON + HOUR - 185_000,
        client: 'Phone',
        secondsHeard: null,
      },
      { trackId: tracks[0], title: 'One', playedAt: NOON, client: 'Firefox, Linux', secondsHeard: null },
      { trackId: tracks[1], title: 'Two', playedAt: NOON - HOUR, client: 'Car', secondsHeard: null },
    ])
  })

  it('take the seconds heard once, from their listener only', async () => {
    const { app, ada, grace, tracks, listensOf, countPlay } = await start()
    const { countedAt } = await countPlay(tracks[0])
    const heard = (seconds: number, given: object = {}, who = ada) =>
      answerOf(app, recordSecondsHeard, { trackId: tracks[0], countedAt: countedAt!, seconds, ...given }, who)
    await heard(1, {}, grace)
    await heard(2, { trackId: tracks[1] })
    await heard(3, { countedAt: new Date(NOON + 1).toISOString() })
    expect((await listensOf())[0]?.secondsHeard).toBeNull()
    for (const seconds of [170, 180]) expect(await heard(seconds)).toEqual({ success: true })
    expect((await listensOf())[0]?.secondsHeard).toBe(170)
    const tooLong = { trackId: tracks[0], countedAt: countedAt!, seconds: 86_401 }
    expect((await call(app, recordSecondsHeard, tooLong, ada)).statusCode).toBe(400)
    expect((await call(app, recordSecondsHeard, { ...tooLong, seconds: 1 })).statusCode).toBe(401)
  })

  it('may come with the seconds heard from an app', async () => {
    const { app, ada, tracks, listensOf } = await start()
    const play = { trackId: tracks[0], at: new Date(NOON - HOUR).toISOString(), secondsHeard: 90 }
    await answerOf(app, reportPlays, { plays: [play] }, ada)
    expect((await listensOf())[0]?.secondsHeard).toBe(90)
  })

  it('do not exist for plays that do not count', async () => {
    const { tracks, listensOf, countPlay, report, stored } = await start()
    await countPlay(tracks[0])
    expect(await countPlay(tracks[0])).toEqual({ success: true })
    await report(tracks[0], NOON)
    expect(await listensOf()).toHaveLength(1)
    expect(await stored()).toEqual([1])
  })

  it('of two devices in the same millisecond are both stored', async () => {
    const { tracks, listensOf, countPlay } = await start()
    const answers = [await countPlay(tracks[0]), await countPlay(tracks[1])]
    expect(answers.map(answer => answer.countedAt)).toEqual(
      [NOON, NOON + 1].map(at => new Date(at).toISOString()),
    )
    expect((await listensOf()).map(listen => listen.trackId)).toEqual([tracks[1], tracks[0]])
  })

  it('of several listeners to new tracks may be stored at once', async () => {
    const { tracks, adaId, graceId, listensOf, insert } = await start()
    const all = tracks.map((trackId, n) => ({ trackId, at: NOON + n, client: `App ${n}` }))
    await Promise.all([insert(all), insert(all.toReversed(), undefined, graceId)])
    for (const userId of [adaId, graceId])
      expect((await listensOf(userId)).map(({ trackId, client }) => [trackId, client])).toEqual(
        all.toReversed().map(({ trackId, client }) => [trackId, client]),
      )
  })

  it('beyond the limit make room, and older plays are not comparable any more', async () => {
    const { open, adaId, listensOf, insert, stored } = await start()
    const times = [5, 1, 4, 2, 3]
    for (const n of times) await insert([{ at: n * HOUR }], 3)
    expect((await listensOf()).map(listen => listen.playedAt / HOUR)).toEqual([5, 4, 3])
    expect(await stored()).toEqual([3])
    expect(await readComparableSince(open.db, adaId, 3)).toBe(3 * HOUR)
    expect(await readComparableSince(open.db, adaId, 4)).toBe(0)
  })

  it('name at most 100 clients of a listener', async () => {
    const { open, insert, listensOf } = await start()
    await insert(Array.from({ length: 101 }, (_, n) => ({ at: NOON + n, client: `App ${n}` })))
    await insert([
      { at: NOON + 200, client: 'One more' },
      { at: NOON + 201, client: 'App 5' },
    ])
    expect((await listensOf()).slice(0, 3).map(listen => listen.client)).toEqual(['App 5', '', ''])
    expect(await open.db.selectFrom('listen_clients').select('number').execute()).toHaveLength(100)
  })

  it('are deleted by their listener, and do not return with a late report (PROP-65)', async () => {
    const { open, app, ada, grace, tracks, graceId, listensOf, countPlay, report, stored } = await start()
    await countPlay(tracks[0])
    await countPlay(tracks[0], grace)
    await report(tracks[1], NOON - HOUR)
    vi.setSystemTime(NOON + DAY)
    expect(await answerOf(app, deleteListens, {}, ada)).toEqual({ success: true })
    expect([await listensOf(), (await listensOf(graceId)).length]).toEqual([[], 1])
    expect(await stored()).toEqual([0, 1])
    const counted = await open.db.selectFrom('counted_tracks').select('user_id').execute()
    expect(counted).toEqual([{ user_id: graceId }])
    expect((await answerOf(app, fetchTrack, { id: tracks[0] })).playCount).toBe(2)
    for (const at of [NOON - HOUR, NOON + HOUR, NOON + DAY])
      expect((await report(tracks[1], at)).counted).toBe(0)
    vi.setSystemTime(NOON + 2 * DAY)
    expect((await report(tracks[1], NOON + DAY + HOUR)).counted).toBe(1)
    expect(await listensOf()).toHaveLength(1)
    expect((await call(app, deleteListens, {})).statusCode).toBe(401)
  })

  it('are deleted five times an hour at most: each time, plays before cannot be compared any more', async () => {
    const { open, ada } = await start()
    const app = await startApp(open, { settings: { rateLimitScale: 0.2 } })
    expect((await call(app, deleteListens, {}, ada)).statusCode).toBe(200)
    expect((await call(app, deleteListens, {}, ada)).statusCode).toBe(429)
  })

  it('stay without the setting, and with it for its days, which bound late reports too', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval'], now: NOON })
    const { open, tracks, listensOf, insert, report, stored } = await start()
    vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval'], now: NOON })
    const days = [1, 9, 11, 3_000]
    await insert(days.map(day => ({ at: NOON - day * DAY })))
    await startApp(open)
    const app = await startApp(open, { settings: { listensDays: 10 } })
    expect((await report(tracks[1], NOON - 11 * DAY - HOUR, {}, app)).counted).toBe(0)
    expect((await report(tracks[1], NOON - 9 * DAY - HOUR, {}, app)).counted).toBe(1)
    expect(await listensOf()).toHaveLength(5)
    vi.advanceTimersByTime(CLEAN_UP_INTERVAL_MS)
    await expect.poll(async () => (await listensOf()).length, { timeout: 10_000 }).toBe(3)
    expect(await stored()).toEqual([3])
  })
})
