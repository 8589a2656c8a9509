import { fetchArtist } from '@refrain/contract/catalogue/artists'
import {
  addFollowingArtist,
  fetchFollowingArtists,
  removeFollowingArtist,
} from '@refrain/contract/library/follows'
import { countLimits } from '@refrain/contract/limits'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { readLiveUpdates } from '../../testing/read-live-updates.ts'
import { seed } from '../../testing/seed.ts'
import { ADA, GRACE, signUp } from '../../testing/sign-up.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'
import { readTopTracks } from './follow-store.ts'

onBothDatabases('follows', openDatabase => {
  async function start() {
    const open = await openDatabase()
    const put = seed(open.db)
    const bill = await put.artist('Bill')
    const carla = await put.artist('Carla')
    const app = await startApp(open)
    const ada = await signUp(app, ADA)
    const follow = (artistId: string, who = ada) => answerOf(app, addFollowingArtist, { artistId }, who)
    const unfollow = (artistId: string, who = ada) => answerOf(app, removeFollowingArtist, { artistId }, who)
    const following = (who = ada) => answerOf(app, fetchFollowingArtists, {}, who)
    const followers = async (artistid: string) =>
      (await answerOf(app, fetchArtist, { artistid })).artist.followers
    return { open, put, app, ada, bill, carla, follow, unfollow, following, followers }
  }

  it('are stored once with the follower count, however often the same request comes (API-40, API-41, FOL-06, PROP-11)', async () => {
    const { app, bill, follow, unfollow, followers } = await start()
    const grace = await signUp(app, GRACE)
    expect(await follow(bill)).toEqual({ followers: 1 })
    expect(await follow(bill)).toEqual({ followers: 1 })
    expect(await follow(bill, grace)).toEqual({ followers: 2 })
    expect(await followers(bill)).toBe(2)
    expect(await unfollow(bill)).toEqual({ followers: 1 })
    expect(await unfollow(bill)).toEqual({ followers: 1 })
    expect(await unfollow(bill, grace)).toEqual({ followers: 0 })
    expect(await unfollow(bill, grace)).toEqual({ followers: 0 })
  })

  it('count concurrent repeated requests once (API-40, API-41)', async () => {
    const { app, bill, follow, unfollow, followers } = await start()
    const grace = await signUp(app, GRACE)
    await Promise.all([follow(bill), follow(bill), follow(bill, grace), follow(bill), follow(bill, grace)])
    expect(await followers(bill)).toBe(2)
    await Promise.all([unfollow(bill), unfollow(bill), unfollow(bill, grace), unfollow(bill)])
    expect(await followers(bill)).toBe(0)
  })

  it('are returned to their listener only, newest first, with ids and records (API-39, READ-29, FOL-03, ROLE-10)', async () => {
    const { app, bill, carla, follow, following } = await start()
    const grace = await signUp(app, GRACE)
    expect(await following()).toEqual({ artists: [], artistsArr: [], tracks: [] })
    await follow(bill)
    await new Promise(resolve => setTimeout(resolve, 2))
    await follow(carla)
    const { artists, artistsArr } = await following()
    expect(artistsArr).toEqual([carla, bill])
    expect(artists.map(artist => [artist.name, artist.followers])).toEqual([
      ['Carla', 1],
      ['Bill', 1],
    ])
    expect((await following(grace)).artistsArr).toEqual([])
  })

  it('include the ten most played tracks of all followed artists, each once (API-39, HOME-11, PROP-21)', async () => {
    const { open, put, bill, carla, follow, following } = await start()
    const other = await put.artist('Other')
    const album = await put.album('Album', other)
    const titles = async () => (await following()).tracks.map(track => track.title)
    await put.track('Of nobody followed', album, [other], { play_count: 99 })
    await put.track('Gone', album, [bill], { play_count: 99, available: 0 })
    await put.track('Both', album, [bill, carla], { play_count: 50 })
    for (let n = 1; n <= 6; n++) await put.track(`Guest ${n}`, album, [other, bill], { play_count: n })
    for (let n = 1; n <= 6; n++) await put.track(`Carla ${n}`, album, [carla], { play_count: n })
    await follow(bill)
    expect(await titles()).toEqual(['Both', ...[6, 5, 4, 3, 2, 1].map(n => `Guest ${n}`)])
    await follow(carla)
    const expected = ['Both', ...[6, 5, 4, 3].flatMap(n => [`Carla ${n}`, `Guest ${n}`]), 'Carla 2']
    expect(await titles()).toEqual(expected)
    const { user_id } = await open.db.selectFrom('follows').select('user_id').executeTakeFirstOrThrow()
    const walked = await readTopTracks(open.db, user_id, 2, 1)
    expect(walked.map(track => track.title)).toEqual(expected)
  })

  it('are rejected for guests and unknown artists (API-40, API-41, ROLE-02)', async () => {
    const { app, ada, bill, followers } = await start()
    for (const operation of [addFollowingArtist, removeFollowingArtist]) {
      expect((await call(app, operation, { artistId: bill })).statusCode).toBe(401)
      expect((await call(app, operation, { artistId: 'ar9' }, ada)).statusCode).toBe(404)
      expect((await call(app, operation, { artistId: '../x' }, ada)).statusCode).toBe(400)
    }
    expect((await call(app, fetchFollowingArtists, {})).statusCode).toBe(401)
    expect(await followers(bill)).toBe(0)
  })

  it('are limited in number, and the records to fewer (API-39, API-40)', async () => {
    const { open, ada, app, bill, carla, follow, following, followers } = await start()
    const { id: user_id } = await open.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const like = await open.db
      .selectFrom('artists')
      .selectAll()
      .where('id', '=', bill)
      .executeTakeFirstOrThrow()
    for (let from = 0; from < countLimits.follows - 1; from += 500) {
      const length = Math.min(500, countLimits.follows - 1 - from)
      const ids = Array.from({ length }, (_, n) => `many${from + n}`)
      await open.db
        .insertInto('artists')
        .values(ids.map(id => ({ ...like, id, search_id: undefined })))
        .execute()
      await open.db
        .insertInto('follows')
        .values(ids.map(artist_id => ({ user_id, artist_id, followed_at: 1 })))
        .execute()
    }
    await follow(bill)
    expect((await call(app, addFollowingArtist, { artistId: carla }, ada)).statusCode).toBe(409)
    expect(await follow(bill)).toEqual({ followers: 1 })
    expect(await followers(carla)).toBe(0)
    const { artists, artistsArr } = await following()
    expect([artists.length, artistsArr.length]).toEqual([countLimits.followedArtists, countLimits.follows])
  })

  it('are published to the listener’s other tabs', async () => {
    const { app, ada, bill, follow, unfollow } = await start()
    const page = await readLiveUpdates(app, ada)
    await follow(bill)
    await unfollow(bill)
    await expect.poll(() => page.kinds, { timeout: 10_000 }).toEqual(['follows', 'follows'])
  })

  it('are accepted 60 times a minute from one listener (API-40)', async () => {
    const { open, ada, bill } = await start()
    const app = await startApp(open, { settings: { rateLimitScale: 1 / 60 } })
    await answerOf(app, addFollowingArtist, { artistId: bill }, ada)
    expect((await call(app, addFollowingArtist, { artistId: bill }, ada)).statusCode).toBe(429)
  })
})
