import { fetchTrack } from '@refrain/contract/catalogue/tracks'
import { fetchNowPlaying, reportNowPlaying } from '@refrain/contract/listening/now-playing'
import { afterEach, expect, it, vi } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { readLiveUpdates } from '../../testing/read-live-updates.ts'
import { answerOf, call } from '../../testing/start-app.ts'
import { startLibrary } from '../../testing/start-library.ts'

const NOON = Date.UTC(2026, 4, 3, 12)
/** Of each track, in milliseconds. */
const LENGTH = 185_000

afterEach(() => vi.useRealTimers())

onBothDatabases('what plays now', openDatabase => {
  async function start() {
    vi.useFakeTimers({ toFake: ['Date'], now: NOON })
    const started = await startLibrary(openDatabase)
    const { app, ada, tracks } = started
    const report = (given: object = {}) =>
      answerOf(app, reportNowPlaying, { trackId: tracks[0], state: 'playing', positionMs: 0, ...given }, ada)
    const playing = async (who = ada) => (await answerOf(app, fetchNowPlaying, {}, who)).nowPlaying
    const plays = async () => (await answerOf(app, fetchTrack, { id: tracks[0] })).playCount
    return { ...started, report, playing, plays }
  }

  it('is what the listener reported last, on any client (SUB-55, SUB-103)', async () => {
    const { tracks, report, playing } = await start()
    expect(await playing()).toBeNull()
    await report({ trackId: tracks[1] })
    vi.setSystemTime(NOON + 60_000)
    await report({ state: 'paused', positionMs: 10_000, playbackRate: 2, client: 'Phone' })
    expect(await playing()).toEqual({
      ...{ trackId: tracks[0], state: 'paused', positionMs: 10_000, playbackRate: 2, client: 'Phone' },
      ...{ startedAt: '2026-05-03T12:00:55.000Z', reportedAt: '2026-05-03T12:01:00.000Z' },
    })
    await report({ state: 'stopped' })
    expect(await playing()).toBeNull()
  })

  it('ends soon after the end of the track', async () => {
    const { report, playing } = await start()
    await report()
    vi.setSystemTime(NOON + LENGTH)
    expect(await playing()).not.toBeNull()
    vi.setSystemTime(NOON + LENGTH + 60_001)
    expect(await playing()).toBeNull()
  })

  it('counts a play once at half of the track, and none if asked not to (SUB-103, SUB-104)', async () => {
    const { report, plays } = await start()
    await report({ positionMs: LENGTH / 2 - 1 })
    expect(await plays()).toBe(0)
    for (const positionMs of [LENGTH / 2, LENGTH - 1, LENGTH / 2]) await report({ positionMs })
    expect(await plays()).toBe(1)
    vi.setSystemTime(NOON + LENGTH)
    await report()
    await report({ positionMs: LENGTH, countsPlay: false })
    expect(await plays()).toBe(1)
  })

  it("is nobody else's, and needs a known track", async () => {
    const { app, ada, grace, report, playing } = await start()
    await report()
    expect(await playing(grace)).toBeNull()
    expect((await call(app, fetchNowPlaying, {})).statusCode).toBe(401)
    const unknown = { trackId: 'gone', state: 'playing', positionMs: 0 } as const
    expect((await call(app, reportNowPlaying, unknown, ada)).statusCode).toBe(404)
  })

  it('is published when track or state change, not with each position', async () => {
    const { app, ada, report } = await start()
    const page = await readLiveUpdates(app, ada)
    await report()
    await report({ positionMs: 10_000 })
    await report({ positionMs: 20_000, state: 'paused' })
    await expect.poll(() => page.kinds, { timeout: 10_000 }).toEqual(['nowPlaying', 'nowPlaying'])
  })
})
