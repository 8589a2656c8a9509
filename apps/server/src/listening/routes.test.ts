import { fetchAlbum, fetchPopularAlbums } from '@refrain/contract/catalogue/albums'
import { fetchArtist } from '@refrain/contract/catalogue/artists'
import { fetchTrack } from '@refrain/contract/catalogue/tracks'
import { fetchAllTracks } from '@refrain/contract/compat/catalogue'
import { countLimits } from '@refrain/contract/limits'
import { countAlbumPlays, countTrackPlay } from '@refrain/contract/listening/plays'
import { afterEach, expect, it, vi } from 'vitest'
import { readCatalogueVersion } from '../catalogue/version-store.ts'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { seed } from '../testing/seed.ts'
import { ADA, GRACE, signUp } from '../testing/sign-up.ts'
import { answerOf, call, startApp } from '../testing/start-app.ts'
import { PlayTimeBudget } from './play-time-budget.ts'
import * as counting from './plays.ts'

const DAY = 86_400_000
const NOON = Date.UTC(2026, 4, 3, 12)

afterEach(() => vi.useRealTimers())

/** Lets time go by, on every clock. */
function passUntil(instant: number): void {
  vi.advanceTimersByTime(instant - Date.now())
}

onBothDatabases('plays', openDatabase => {
  /** Two albums; the one track lasts 200 seconds. */
  async function start() {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOON })
    const open = await openDatabase()
    const put = seed(open.db)
    const artist = await put.artist('Ada')
    const first = await put.album('First', artist)
    const second = await put.album('Second', artist)
    const track = await put.track('A', first, [artist], { true_samples: 44_100 * 200 })
    const app = await startApp(open)
    const ada = await signUp(app, ADA)
    const plays = async () => (await answerOf(app, fetchTrack, { id: track })).playCount
    const played = () => answerOf(app, countTrackPlay, { trackId: track }, ada)
    const albumPlays = async () => {
      const rows = await open.db.selectFrom('albums').select(['id', 'play_count']).orderBy('id').execute()
      return rows.map(row => row.play_count)
    }
    return { open, put, artist, app, ada, first, second, track, plays, played, albumPlays }
  }

  it('of a track count once per about half its length (API-37, ENG-13, ENT-18, CON-02, PROP-12)', async () => {
    const { plays, played } = await start()
    expect(await played()).toEqual({ success: true, countedAt: new Date(NOON).toISOString() })
    expect(await plays()).toBe(1)
    passUntil(NOON + 89_999)
    expect(await played()).toEqual({ success: true })
    expect(await plays()).toBe(1)
    passUntil(NOON + 90_000)
    await played()
    expect(await plays()).toBe(2)
  })

  it('of albums decide which cover is shown as the artist’s picture', async () => {
    const { open, put, app, ada } = await start()
    const artist = await put.artist('Bo')
    const [older, newer] = [
      await put.album('Older', artist, {
        profile_path: 'older.webp',
        color: '#112233',
        released_at: '1999-01-01T00:00:00.000Z',
      }),
      await put.album('Newer', artist, { profile_path: 'newer.webp', color: '#445566' }),
    ]
    const shown = async () => {
      const answer = await answerOf(app, fetchArtist, { artistid: artist })
      return [answer.artist.profile_path, answer.artist.color]
    }
    await answerOf(app, countAlbumPlays, { albums: [newer] }, ada)
    const version = await readCatalogueVersion(open.db)
    expect(await shown()).toEqual(['newer.webp', '#445566'])
    await answerOf(app, countAlbumPlays, { albums: [older] }, ada)
    expect(await shown(), 'as often played and older').toEqual(['newer.webp', '#445566'])
    expect(await readCatalogueVersion(open.db)).toEqual(version)
    vi.setSystemTime(NOON + DAY)
    await answerOf(app, countAlbumPlays, { albums: [older] }, ada)
    expect(await shown()).toEqual(['older.webp', '#112233'])
  })

  it('count at once after the clock was set back (API-37, API-38)', async () => {
    const { app, ada, first, plays, played, albumPlays } = await start()
    await played()
    await answerOf(app, countAlbumPlays, { albums: [first] }, ada)
    vi.advanceTimersByTime(90_000)
    vi.setSystemTime(NOON - 30 * DAY)
    await played()
    expect(await plays()).toBe(2)
    await played()
    expect(await plays()).toBe(2)
    await answerOf(app, countAlbumPlays, { albums: [first] }, ada)
    expect((await albumPlays())[0]).toBe(2)
  })

  it('of a track without length count every few seconds at most (API-37)', async () => {
    const { open, plays, played } = await start()
    await open.db.updateTable('tracks').set({ true_samples: 400 }).execute()
    for (const [later, counted] of [
      [0, 1],
      [4_999, 1],
      [5_000, 2],
    ] as const) {
      passUntil(NOON + later)
      await played()
      expect(await plays()).toBe(counted)
    }
  })

  it('of many tracks count no faster than double speed allows (API-37)', async () => {
    const { open, app, ada, first, put, artist } = await start()
    const tracks: string[] = []
    for (let n = 0; n < 20; n++) {
      tracks.push(await put.track(`T${n}`, first, [artist], { true_samples: 44_100 * 200 }))
    }
    const long = await put.track('Long', first, [artist], { true_samples: 44_100 * 10_000 })
    const play = (trackId: string) => answerOf(app, countTrackPlay, { trackId }, ada)
    const counted = async () =>
      (await open.db.selectFrom('counted_tracks').select('track_id').execute()).length
    // Six times 90 seconds of the ten minutes that they may be ahead.
    await Promise.all(tracks.map(play))
    expect(await counted()).toBe(6)
    passUntil(NOON + 15_000)
    await play(tracks[19] as string)
    expect(await counted()).toBe(7)
    // A long one, once half of it can have been heard, and what comes after it.
    await play(long)
    expect(await counted()).toBe(7)
    passUntil(NOON + 15_000 + 2_250_000)
    await play(long)
    await play(tracks[18] as string)
    expect(await counted()).toBe(8)
    passUntil(NOON + 15_000 + 2_250_000 + 45_000)
    await play(tracks[18] as string)
    expect(await counted()).toBe(9)
  })

  it('of a listener who is deleted meanwhile are answered with 401 (API-37, API-38)', async () => {
    const { open, first, track } = await start()
    const albums = counting.countAlbumPlays(open.db, 'nobody', [first])
    await expect(albums).rejects.toMatchObject({ statusCode: 401 })
    const tracks = counting.countTrackPlay(
      open.db,
      new PlayTimeBudget(),
      { userId: 'nobody', client: '' },
      track,
    )
    await expect(tracks).rejects.toMatchObject({ statusCode: 401 })
  })

  it('of a track count concurrent requests once for each listener (API-37)', async () => {
    const { app, track, plays, played } = await start()
    await Promise.all([played(), played(), played(), played()])
    expect(await plays()).toBe(1)
    await answerOf(app, countTrackPlay, { trackId: track }, await signUp(app, GRACE))
    expect(await plays()).toBe(2)
  })

  it('of a track accept an empty body with or without a JSON content type (API-37)', async () => {
    const { app, ada, track, plays } = await start()
    const url = countTrackPlay.path.replace('{trackId}', track)
    for (const more of [{}, { 'content-type': 'application/json' }])
      expect((await app.inject({ method: 'POST', url, headers: { ...ada, ...more } })).statusCode).toBe(200)
    expect(await plays()).toBe(1)
  })

  it('of an unknown track are answered with 404, those of a guest with 401 (API-37, READ-53)', async () => {
    const { app, ada, track, plays } = await start()
    expect((await call(app, countTrackPlay, { trackId: 'tr9' }, ada)).statusCode).toBe(404)
    expect((await call(app, countTrackPlay, { trackId: track })).statusCode).toBe(401)
    expect(await plays()).toBe(0)
  })

  it('of albums count once per listener and day in UTC, ignoring repeated and unknown ones (API-38, ENG-24, READ-05)', async () => {
    const { app, ada, first, second, albumPlays } = await start()
    const count = (albums: string[], who = ada) => answerOf(app, countAlbumPlays, { albums }, who)
    expect(await count([first, first, 'unknown'])).toEqual({ success: true })
    await count([first, second])
    expect(await albumPlays()).toEqual([1, 1])
    passUntil(NOON + DAY / 2 - 1)
    await count([first])
    expect(await albumPlays()).toEqual([1, 1])
    passUntil(NOON + DAY / 2)
    await count([first])
    await count([second], await signUp(app, GRACE))
    expect(await albumPlays()).toEqual([2, 2])
    await count([])
    await count(['unknown'])
    expect(await albumPlays()).toEqual([2, 2])
  })

  it('of too many albums are rejected, and those of guests (API-38)', async () => {
    const { app, ada, first, albumPlays } = await start()
    const many = Array.from({ length: countLimits.albumsPerPlayCount + 1 }, (_, n) => `al${n}`)
    expect((await call(app, countAlbumPlays, { albums: many }, ada)).statusCode).toBe(400)
    expect((await call(app, countAlbumPlays, { albums: [first] })).statusCode).toBe(401)
    expect(await albumPlays()).toEqual([0, 0])
  })

  it('do not invalidate cached responses, which show them after they expire (PROP-16)', async () => {
    const { open, app, ada, first, second, played } = await start()
    const version = await readCatalogueVersion(open.db)
    const popular = async () => (await answerOf(app, fetchPopularAlbums, {})).map(album => album._id)
    const counts = async () => (await answerOf(app, fetchAllTracks, {})).map(track => track.playCount)
    expect([await popular(), await popular(), await counts()]).toEqual([
      [first, second],
      [first, second],
      [0],
    ])
    await played()
    await answerOf(app, countAlbumPlays, { albums: [second] }, ada)
    expect(await readCatalogueVersion(open.db)).toBe(version)
    vi.advanceTimersByTime(9_000)
    expect([await popular(), await counts()]).toEqual([[first, second], [0]])
    vi.advanceTimersByTime(1_001)
    expect([await popular(), await counts()]).toEqual([[first, second], [1]])
    vi.advanceTimersByTime(50_000)
    expect(await popular()).toEqual([second, first])
    expect((await answerOf(app, fetchAlbum, { id: second })).playCount).toBe(1)
  })

  it('are deleted with the account (PROP-53)', async () => {
    const { open, ada, app, first, played } = await start()
    await played()
    await answerOf(app, countAlbumPlays, { albums: [first] }, ada)
    await open.db.deleteFrom('users').execute()
    expect(await open.db.selectFrom('counted_tracks').selectAll().execute()).toEqual([])
    expect(await open.db.selectFrom('counted_albums').selectAll().execute()).toEqual([])
  })

  it('are accepted 60 times a minute from one listener (API-37)', async () => {
    const { open, ada, track } = await start()
    const app = await startApp(open, { settings: { rateLimitScale: 1 } })
    const statuses = []
    for (let n = 0; n < 61; n++)
      statuses.push((await call(app, countTrackPlay, { trackId: track }, ada)).statusCode)
    expect(statuses.slice(59)).toEqual([200, 429])
  })
})
