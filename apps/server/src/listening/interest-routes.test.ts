import { updateUsername } from '@refrain/contract/account/own-account'
import { fetchInterestedArtists, fetchInterestedGenres } from '@refrain/contract/compat/listening'
import { addFollowingArtist } from '@refrain/contract/library/follows'
import { countLimits } from '@refrain/contract/limits'
import {
  appendInterestedArtist,
  appendInterestedGenre,
  fetchInterestedAlbums,
} from '@refrain/contract/listening/interests'
import { fetchPlayedTracks, recordPlayedTrack } from '@refrain/contract/listening/plays'
import { afterEach, expect, it, vi } from 'vitest'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { readLiveUpdates } from '../testing/read-live-updates.ts'
import { seed } from '../testing/seed.ts'
import { ADA, GRACE, signUp } from '../testing/sign-up.ts'
import { answerOf, call, startApp } from '../testing/start-app.ts'
import { suggestFromGenre } from './suggestion-store.ts'

afterEach(() => vi.useRealTimers())

onBothDatabases('interests', openDatabase => {
  async function start() {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 4, 3) })
    const open = await openDatabase()
    const put = seed(open.db)
    const bill = await put.artist('Bill')
    const carla = await put.artist('Carla')
    const app = await startApp(open)
    const ada = await signUp(app, ADA)
    const later = () => vi.setSystemTime(Date.now() + 1000)
    const hear = async (id: string) => {
      later()
      return answerOf(app, appendInterestedArtist, { id }, ada)
    }
    const hearGenre = async (genre: string) => {
      later()
      return answerOf(app, appendInterestedGenre, { genre }, ada)
    }
    const play = (trackId: string, who = ada) => answerOf(app, recordPlayedTrack, { trackId }, who)
    const suggested = async (who = ada) =>
      (await answerOf(app, fetchInterestedAlbums, {}, who)).map(
        ({ title, reason }) => `${title}: ${reason.because} ${reason.name}`,
      )
    /** An album with one track. */
    const album = async (title: string, artist: string, play_count = 0) => {
      const id = await put.album(title, artist, { play_count })
      return { id, track: await put.track(title, id, [artist]) }
    }
    return { open, put, app, ada, bill, carla, hear, hearGenre, play, suggested, album }
  }

  it('are the artists and genres heard, each once, latest first (API-42, API-44, API-45, API-46, PROP-20)', async () => {
    const { app, put, ada, bill, carla, hear, hearGenre, album } = await start()
    await put.genre('Hip Hop', [(await album('A', bill)).track])
    await put.genre('Jazz', [(await album('B', bill)).track])
    expect(await hear(bill)).toEqual({ success: true })
    await hear(carla)
    expect(await hearGenre('Jazz')).toEqual({ success: true })
    await hearGenre(' hip  HOP ')
    const artists = async () => (await answerOf(app, fetchInterestedArtists, {}, ada)).map(({ name }) => name)
    const genres = () => answerOf(app, fetchInterestedGenres, {}, ada)
    expect([await artists(), await genres()]).toEqual([
      ['Carla', 'Bill'],
      ['Hip Hop', 'Jazz'],
    ])
    await hear(bill)
    await hearGenre('Jazz')
    expect([await artists(), await genres()]).toEqual([
      ['Bill', 'Carla'],
      ['Jazz', 'Hip Hop'],
    ])
    await Promise.all([hear(carla), hear(carla), hear(carla)])
    expect(await artists()).toEqual(['Carla', 'Bill'])
  })

  it('are limited to the latest 500 (API-45)', async () => {
    const { open, app, ada, bill, carla, hear } = await start()
    const { id: user_id } = await open.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const like = await open.db
      .selectFrom('artists')
      .selectAll()
      .where('id', '=', bill)
      .executeTakeFirstOrThrow()
    const ids = Array.from({ length: countLimits.interests }, (_, n) => `many${n}`)
    const artists = ids.map(id => ({ ...like, id, search_id: undefined }))
    await open.db.insertInto('artists').values(artists).execute()
    const rows = ids.map((artist_id, n) => ({ user_id, artist_id, heard_at: n + 1 }))
    await open.db.insertInto('interested_artists').values(rows).execute()
    await hear(carla)
    const kept = await answerOf(app, fetchInterestedArtists, {}, ada)
    expect([kept.length, kept[0]?._id, kept.at(-1)?._id]).toEqual([countLimits.interests, carla, 'many1'])
  })

  it("are refused where nothing has that id or name, and for guests; nobody else's (API-42 to API-46, ROLE-10)", async () => {
    const { app, ada, bill, hear, suggested, album } = await start()
    await album('A', bill)
    await hear(bill)
    expect((await call(app, appendInterestedArtist, { id: 'ar9' }, ada)).statusCode).toBe(404)
    expect((await call(app, appendInterestedGenre, { genre: 'Polka' }, ada)).statusCode).toBe(404)
    expect((await call(app, appendInterestedGenre, { genre: '' }, ada)).statusCode).toBe(400)
    expect((await call(app, appendInterestedArtist, { id: bill })).statusCode).toBe(401)
    expect((await call(app, appendInterestedGenre, { genre: 'Jazz' })).statusCode).toBe(401)
    const grace = await signUp(app, GRACE)
    for (const operation of [fetchInterestedArtists, fetchInterestedAlbums, fetchInterestedGenres]) {
      expect((await call(app, operation, {})).statusCode).toBe(401)
      expect(await answerOf(app, operation, {}, grace)).toEqual([])
    }
    expect(await suggested()).toEqual(['A: artist Bill'])
  })

  it('suggest albums, each once with its first reason: follow, artist, genre (API-43, HOME-08, ROLE-05, PROP-20)', async () => {
    const { app, put, ada, bill, carla, hear, hearGenre, suggested, album } = await start()
    const dora = await put.artist('Dora')
    const first = await album('Carla heard', carla, 1)
    await album('Carla most heard', carla, 9)
    const followed = await album('Bill followed', bill)
    const genre = await album('Dora by genre', dora, 5)
    await album('Dora unheard of', dora, 99)
    await put.genre('Jazz', [genre.track, first.track, followed.track])
    expect(await suggested()).toEqual([])
    await hearGenre('Jazz')
    expect(await suggested()).toEqual([
      'Dora by genre: genre Jazz',
      'Carla heard: genre Jazz',
      'Bill followed: genre Jazz',
    ])
    await hear(carla)
    await hear(bill)
    await answerOf(app, addFollowingArtist, { artistId: bill }, ada)
    expect(await suggested()).toEqual([
      'Bill followed: follow Bill',
      'Carla most heard: artist Carla',
      'Carla heard: artist Carla',
      'Dora by genre: genre Jazz',
    ])
  })

  it('suggest from each artist in turn, 50 albums at most (API-43)', async () => {
    const { put, bill, carla, hear, hearGenre, suggested, album } = await start()
    for (let n = 0; n < countLimits.suggestedAlbums; n++) await album(`Bill ${n}`, bill, 100 - n)
    await album('Carla 0', carla)
    await hear(carla)
    await hear(bill)
    expect((await suggested()).slice(0, 3)).toEqual([
      'Bill 0: artist Bill',
      'Carla 0: artist Carla',
      'Bill 1: artist Bill',
    ])
    const dora = await put.artist('Dora')
    await put.genre('Jazz', [(await album('By genre', dora)).track])
    await hearGenre('Jazz')
    const all = await suggested()
    expect([all.length, all.includes('By genre: genre Jazz')]).toEqual([countLimits.suggestedAlbums, false])
  })

  it('suggest albums of a large genre beyond its most played tracks if these are too few (API-43)', async () => {
    const { open, put, bill, hear, hearGenre, album } = await start()
    const [one, second] = [await album('Album', bill), await album('Second', bill)]
    const genre = await put.genre('Jazz', [one.track, second.track])
    await hear(bill)
    await hearGenre('Jazz')
    const { user_id } = await open.db
      .selectFrom('interested_artists')
      .select('user_id')
      .executeTakeFirstOrThrow()
    for (const topTracks of [[500], [1], [1, 2], []])
      expect(await suggestFromGenre(open.db, user_id, genre, 5, topTracks)).toEqual([one.id, second.id])
    expect(await suggestFromGenre(open.db, user_id, genre, 1, [1])).toEqual([one.id])
  })

  it('suggest no album that the listener has played completely (ENG-23, ENG-25, HOME-08)', async () => {
    const { open, put, app, bill, hear, hearGenre, play, suggested, album } = await start()
    const one = await album('Album', bill)
    const second = await put.track('Second', one.id, [bill])
    const genre = await put.genre('Jazz', [one.track])
    await hear(bill)
    await hearGenre('Jazz')
    await play(one.track)
    expect(await suggested()).toEqual(['Album: artist Bill'])
    await play(second, await signUp(app, GRACE))
    expect(await suggested()).toEqual(['Album: artist Bill'])
    const { user_id } = await open.db
      .selectFrom('interested_artists')
      .select('user_id')
      .executeTakeFirstOrThrow()
    const byGenre = async () => [
      await suggestFromGenre(open.db, user_id, genre, 5),
      await suggestFromGenre(open.db, user_id, genre, 5, [1]),
    ]
    expect(await byGenre()).toEqual([[one.id], [one.id]])
    await play(second)
    expect(await suggested()).toEqual([])
    expect(await byGenre()).toEqual([[], []])
    await put.track('Added later', one.id, [bill])
    expect(await suggested()).toEqual(['Album: artist Bill'])
  })

  it('list played tracks once each, by album, on every device of the listener (API-71, ENG-22, PROP-10)', async () => {
    const { app, put, ada, bill, play, album } = await start()
    const one = await album('One', bill)
    const two = await album('Two', bill)
    const other = await put.track('Other', one.id, [bill])
    const played = (who = ada) => answerOf(app, fetchPlayedTracks, {}, who)
    expect(await played()).toEqual({})
    expect(await play(one.track)).toEqual({ success: true })
    await Promise.all([play(one.track), play(one.track), play(other), play(two.track)])
    expect(await played()).toEqual({ [one.id]: [one.track, other], [two.id]: [two.track] })
    expect(await played(await signUp(app, GRACE))).toEqual({})
    expect((await call(app, recordPlayedTrack, { trackId: 'tr9' }, ada)).statusCode).toBe(404)
    expect((await call(app, recordPlayedTrack, { trackId: one.track })).statusCode).toBe(401)
    expect((await call(app, fetchPlayedTracks, {})).statusCode).toBe(401)
  })

  it('are published to the listener’s other tabs if they are new', async () => {
    const { app, put, ada, bill, hear, hearGenre, play, album } = await start()
    const { track } = await album('A', bill)
    await put.genre('Jazz', [track])
    const page = await readLiveUpdates(app, ada)
    for (let n = 0; n < 2; n++) {
      await hear(bill)
      await hearGenre('Jazz')
      await play(track)
    }
    // Any other change proves that nothing else was published before it.
    await answerOf(app, updateUsername, { name: 'Augusta Ada' }, ada)
    await expect
      .poll(() => page.kinds, { timeout: 10_000 })
      .toEqual(['interests', 'interests', 'played', 'user'])
  })
})
