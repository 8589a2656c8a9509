import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import {
  fetchAlbum,
  fetchArtistAlbums,
  fetchArtistAppearances,
  fetchMoreAlbums,
  fetchPopularAlbums,
} from '@refrain/contract/catalogue/albums'
import { fetchArtist, fetchMoreArtists, fetchPopularArtists } from '@refrain/contract/catalogue/artists'
import { fetchAllGenres, fetchGenre } from '@refrain/contract/catalogue/genres'
import {
  fetchAlbumTracks,
  fetchArtistTracks,
  fetchGenreTracks,
  fetchMoreArtistTracks,
  fetchMoreGenreTracks,
  fetchTrack,
  fetchTracksByIds,
} from '@refrain/contract/catalogue/tracks'
import {
  fetchAllAlbums,
  fetchAllArtists,
  fetchAllTracks,
  fetchTrackDetails,
  fetchTracks,
  fetchTracksOfAlbums,
} from '@refrain/contract/compat/catalogue'
import { CATALOGUE_HEADER } from '@refrain/contract/service-paths'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { OpenDatabase } from '../database/open.ts'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { countStatements } from '../testing/databases/count-statements.ts'
import { seed } from '../testing/seed.ts'
import { answerOf, call, startApp } from '../testing/start-app.ts'

/** However slow the machine is. */
const SOON = { timeout: 10_000 }

const names = (records: readonly { name?: string; title?: string }[]) =>
  records.map(record => record.name ?? record.title)

/** Two artists, three albums, five tracks, two genres. */
async function smallCatalogue(open: OpenDatabase) {
  const put = seed(open.db)
  const ada = await put.artist('Ada', { followers: 3, profile_path: 'ada.webp' })
  const bo = await put.artist('Bo', { followers: 9 })
  const first = await put.album('First', ada, { play_count: 5, released_at: '2020-01-01T00:00:00.000Z' })
  const second = await put.album('Second', ada, { play_count: 7, released_at: '2022-01-01T00:00:00.000Z' })
  const bos = await put.album("Bo's", bo, { profile_path: 'bo.webp' })
  const t3 = await put.track('C', first, [ada], { disc: 2, number: 1 })
  const t2 = await put.track('B', first, [ada, bo], { disc: 1, number: 2, play_count: 4 })
  const t1 = await put.track('A', first, [ada], { disc: 1, number: 1, available: 0 })
  const t4 = await put.track('D', second, [ada], { genre: 'Hip Hop', play_count: 1 })
  const t5 = await put.track('E', bos, [bo], { true_samples: 48_000 * 4515, sample_rate: 48_000 })
  const hipHop = await put.genre('Hip Hop', [t4, t2])
  await put.genre('Ambient', [t5])
  return { put, ada, bo, first, second, bos, t1, t2, t3, t4, t5, hipHop }
}

onBothDatabases('the catalogue', openDatabase => {
  async function start() {
    const open = await openDatabase()
    const seeded = await smallCatalogue(open)
    return { open, app: await startApp(open), ...seeded }
  }

  it('returns an album with its artist and the ids of its tracks in order (API-17, CARD-07, ENT-06)', async () => {
    const { app, ada, first, t1, t2, t3 } = await start()
    expect(await answerOf(app, fetchAlbum, { id: first })).toEqual({
      _id: first,
      title: 'First',
      artist: ada,
      artistName: 'Ada',
      profile_path: '',
      tracks: [t1, t2, t3],
      createdAt: '2020-01-01T00:00:00.000Z',
      releaseDate: '2020-01-01',
      originalDate: '',
      playCount: 5,
      color: '#335577',
      thumbhash: '',
    })
  })

  it('returns all albums by title (API-18, PROP-12)', async () => {
    const { app, t5 } = await start()
    const all = await answerOf(app, fetchAllAlbums, {})
    expect(names(all)).toEqual(["Bo's", 'First', 'Second'])
    expect(all[0]?.tracks).toEqual([t5])
  })

  it('returns all artists by name (API-19, ENT-05)', async () => {
    const { app, ada } = await start()
    const all = await answerOf(app, fetchAllArtists, {})
    expect(names(all)).toEqual(['Ada', 'Bo'])
    expect(all[0]).toEqual({
      _id: ada,
      name: 'Ada',
      profile_path: 'ada.webp',
      followers: 3,
      color: '#335577',
      thumbhash: '',
    })
  })

  it('returns all tracks by title (API-20)', async () => {
    const { app } = await start()
    expect(names(await answerOf(app, fetchAllTracks, {}))).toEqual(['A', 'B', 'C', 'D', 'E'])
  })

  it('returns pages of twenty from page 1, with the total, empty past the end (API-21, READ-13, PROP-15)', async () => {
    const { app, put, ada } = await start()
    for (let i = 0; i < 20; i++) await put.album('Same title', ada)
    const pages = [1, 2, 3].map(page => answerOf(app, fetchMoreAlbums, { page }))
    const [one, two, three] = await Promise.all(pages)
    expect(one?.albums).toHaveLength(20)
    expect(names(two?.albums ?? [])).toEqual(['Same title', 'Same title', 'Second'])
    expect(three).toEqual({ albums: [], totalResults: 23 })
    const ids = [...(one?.albums ?? []), ...(two?.albums ?? [])].map(album => album._id)
    expect(new Set(ids).size).toBe(23)
  })

  it('names the version of the catalogue with listings, as with answers that are cached', async () => {
    const { app } = await start()
    for (const answer of [
      await call(app, fetchMoreAlbums, { page: 1 }),
      await call(app, fetchPopularArtists, {}),
    ])
      expect(answer.headers[CATALOGUE_HEADER]).toMatch(/^\d+$/)
  })

  it('returns pages of artists from page 1, with the total (API-22, READ-14, PROP-15)', async () => {
    const { app, put } = await start()
    for (let i = 0; i < 19; i++) await put.artist('Zed')
    const one = await answerOf(app, fetchMoreArtists, { page: 1 })
    expect([names(one.artists).slice(0, 3), one.totalResults]).toEqual([['Ada', 'Bo', 'Zed'], 21])
    expect((await answerOf(app, fetchMoreArtists, { page: 2 })).artists).toHaveLength(1)
    expect((await answerOf(app, fetchMoreArtists, { page: 10_000 })).artists).toEqual([])
  })

  it.each([0, -1, 1.5, '2', null, 10_001, [1], undefined, 1e300])('refuses page %j (PROP-13)', async page => {
    const { app } = await start()
    for (const url of ['/api/fetchMoreAlbums', '/api/fetchMoreArtists']) {
      const answer = await app.inject({ method: 'POST', url, payload: { page } })
      expect([answer.statusCode, answer.json().error]).toEqual([400, expect.stringContaining('page')])
    }
  })

  it('returns popular artists by followers, ties by name, at most twenty (API-23, PROP-16)', async () => {
    const { app, put } = await start()
    for (let i = 0; i < 30; i++) await put.artist(`Tie ${i % 10}`, { followers: 5 })
    const popular = await answerOf(app, fetchPopularArtists, {})
    expect(popular).toHaveLength(20)
    expect(names(popular).slice(0, 5)).toEqual(['Bo', 'Tie 0', 'Tie 0', 'Tie 0', 'Tie 1'])
  })

  it('returns popular albums by plays, ties by title, at most twenty (API-24, PROP-16)', async () => {
    const { app, put, bo } = await start()
    for (let i = 0; i < 30; i++) await put.album('Tie', bo, { play_count: 6 })
    const popular = await answerOf(app, fetchPopularAlbums, {})
    expect(names(popular)).toEqual(['Second', ...Array<string>(19).fill('Tie')])
  })

  it('returns an artist in a field of the response (API-25, READ-31)', async () => {
    const { app, bo } = await start()
    const { artist } = await answerOf(app, fetchArtist, { artistid: bo })
    expect([artist._id, artist.name, artist.followers]).toEqual([bo, 'Bo', 9])
  })

  it('returns a track with its album and its first artist (API-26, READ-30)', async () => {
    const { app, ada, first, t1, t2, t3 } = await start()
    const details = await answerOf(app, fetchTrackDetails, { trackId: t2 })
    expect(details.tracks.map(track => track._id)).toEqual([t2])
    expect(details.album).toEqual(await answerOf(app, fetchAlbum, { id: first }))
    expect(details.album.tracks).toEqual([t1, t2, t3])
    expect({ artist: details.artist }).toEqual(await answerOf(app, fetchArtist, { artistid: ada }))
  })

  it('returns the tracks of an album by disc and number (API-27, API-33)', async () => {
    const { app, first, t1, t2, t3 } = await start()
    const tracks = await answerOf(app, fetchTracks, { albumid: first })
    expect(tracks.map(track => track._id)).toEqual([t1, t2, t3])
    expect(tracks.map(track => track.available)).toEqual([false, true, true])
    expect(await answerOf(app, fetchAlbumTracks, { albumId: first })).toEqual(tracks)
  })

  it('returns a track with its length as minutes:seconds and its album (API-28, ENT-08, ENT-09, ENT-10)', async () => {
    const { app, bo, bos, t5 } = await start()
    expect(await answerOf(app, fetchTrack, { id: t5 })).toEqual({
      _id: t5,
      title: 'E',
      album: bos,
      albumTitle: "Bo's",
      artist: bo,
      artistName: 'Somebody',
      url: `${t5}.mp3`,
      genre: '',
      duration: '75:15',
      createdAt: '2024-05-04T00:00:00.000Z',
      playCount: 0,
      disc: 1,
      discTitle: '',
      number: expect.any(Number),
      available: true,
      picture: { profile_path: 'bo.webp', color: '#335577', thumbhash: '' },
    })
  })

  it('returns tracks by id in the order requested, each once, without unknown ones (API-29)', async () => {
    const { app, t1, t2, t5 } = await start()
    const tracksArray = [t5, 'unknown', t1, t5, t2]
    const tracks = await answerOf(app, fetchTracksByIds, { tracksArray })
    expect(tracks.map(track => track._id)).toEqual([t5, t1, t2])
    expect(await answerOf(app, fetchTracksByIds, { tracksArray: [] })).toEqual([])
  })

  it('accepts ten thousand ids and no more (API-29, API-32)', async () => {
    const { app, first, t1 } = await start()
    const many = Array.from({ length: 9_999 }, (_, i) => `unknown${i}`)
    const tracks = await answerOf(app, fetchTracksByIds, { tracksArray: [...many, t1] })
    expect(tracks).toHaveLength(1)
    const ofAlbums = await answerOf(app, fetchTracksOfAlbums, { albumArray: [...many, first] })
    expect(ofAlbums).toHaveLength(3)
    const tooMany = { tracksArray: [...many, t1, t1] }
    expect((await call(app, fetchTracksByIds, tooMany)).statusCode).toBe(400)
  })

  it('returns all tracks that credit an artist, most played first (API-30)', async () => {
    const { app, ada, bo, t1, t2, t3, t4, t5 } = await start()
    const ids = async (artistId: string) =>
      (await answerOf(app, fetchArtistTracks, { artistId })).map(track => track._id)
    expect(await ids(ada)).toEqual([t2, t4, t1, t3])
    expect(await ids(bo)).toEqual([t2, t5])
  })

  it('returns the tracks of artists and genres page by page', async () => {
    const { app, ada, hipHop, t1, t2, t3, t4 } = await start()
    const ofArtist = await answerOf(app, fetchMoreArtistTracks, { artistId: ada })
    expect(ofArtist.tracks.map(track => track._id)).toEqual([t2, t4, t1, t3])
    expect(ofArtist).not.toHaveProperty('next')
    const ofGenre = await answerOf(app, fetchMoreGenreTracks, { genreId: hipHop })
    expect(ofGenre.tracks.map(track => track._id)).toEqual([t2, t4])
    const forged = ['[1]', '[2147483648,"a","b"]', '[1,"a\\u0000","b"]', '[1,"a","\\u0000"]']
    const encoded = forged.map(cursor => Buffer.from(cursor).toString('base64url'))
    for (const after of ['', 'a b', 'none', ...encoded]) {
      expect((await call(app, fetchMoreArtistTracks, { artistId: ada, after })).statusCode).toBe(400)
    }
  })

  it("answers an artist's albums, newest first (API-31)", async () => {
    const { app, ada } = await start()
    expect(names(await answerOf(app, fetchArtistAlbums, { artistId: ada }))).toEqual(['Second', 'First'])
  })

  it('lists the albums of others that credit an artist (ART-05)', async () => {
    const { app, ada, bo } = await start()
    expect(names(await answerOf(app, fetchArtistAppearances, { artistId: bo }))).toEqual(['First'])
    expect(await answerOf(app, fetchArtistAppearances, { artistId: ada })).toEqual([])
  })

  it('returns the tracks of several albums, album by album in the order requested (API-32)', async () => {
    const { app, first, bos, t1, t2, t3, t5 } = await start()
    const albumArray = [bos, 'unknown', first, bos]
    const tracks = await answerOf(app, fetchTracksOfAlbums, { albumArray })
    expect(tracks.map(track => track._id)).toEqual([t5, t1, t2, t3])
  })

  it('returns the tracks of a genre by name, ignoring case (API-34, READ-21)', async () => {
    const { app, t2, t4 } = await start()
    for (const genre of ['Hip Hop', 'hip hop', 'HIP  HOP']) {
      const tracks = await answerOf(app, fetchGenreTracks, { genre })
      expect(tracks.map(track => track._id)).toEqual([t2, t4])
    }
    expect(await answerOf(app, fetchGenreTracks, { genre: 'hip%' })).toEqual([])
    expect((await call(app, fetchGenreTracks, { genre: 'x'.repeat(65) })).statusCode).toBe(400)
  })

  it('returns all genres in a fixed order and one by its id (API-35, API-36, ENT-13, READ-20)', async () => {
    const { app, hipHop } = await start()
    const all = await answerOf(app, fetchAllGenres, {})
    expect(all.map(genre => genre.genre)).toEqual(['Hip Hop', 'Ambient'])
    expect(await answerOf(app, fetchGenre, { id: hipHop })).toEqual({
      _id: hipHop,
      genre: 'Hip Hop',
      color: '#ffffff',
      bg_color: '#224466',
    })
  })

  it('answers 404 for unknown ids and 400 for malformed ones (PROP-13)', async () => {
    const { app } = await start()
    const refusals = async (id: string) => [
      (await app.inject(`/api/albums/${encodeURIComponent(id)}`)).statusCode,
      (await app.inject(`/api/genres/${encodeURIComponent(id)}`)).statusCode,
      (await app.inject({ method: 'POST', url: `/api/tracks/${encodeURIComponent(id)}` })).statusCode,
      (await call(app, fetchArtist, { artistid: id })).statusCode,
      (await call(app, fetchTrackDetails, { trackId: id })).statusCode,
      (await call(app, fetchTracks, { albumid: id })).statusCode,
      (await call(app, fetchAlbumTracks, { albumId: id })).statusCode,
      (await call(app, fetchArtistTracks, { artistId: id })).statusCode,
      (await call(app, fetchMoreArtistTracks, { artistId: id })).statusCode,
      (await call(app, fetchMoreGenreTracks, { genreId: id })).statusCode,
      (await call(app, fetchArtistAlbums, { artistId: id })).statusCode,
      (await call(app, fetchArtistAppearances, { artistId: id })).statusCode,
    ]
    expect(new Set(await refusals('unknown'))).toEqual(new Set([404]))
    for (const id of ["'; drop table tracks; --", '../../etc', 'a\u0000', 'é', ' ', 'x'.repeat(65)]) {
      expect(new Set(await refusals(id))).toEqual(new Set([400]))
    }
  })

  it('notices imports by another process, in single responses and complete lists (API-17, API-18)', async () => {
    const { app, put, ada, first } = await start()
    const before = await call(app, fetchAlbum, { id: first })
    await answerOf(app, fetchAllAlbums, {})
    await put.album('Third', ada)
    await put.track('New', first, [ada])
    await put.changed()
    await expect
      .poll(async () => (await answerOf(app, fetchAlbum, { id: first })).tracks, SOON)
      .toHaveLength(4)
    await expect.poll(() => answerOf(app, fetchAllAlbums, {}), SOON).toHaveLength(4)
    const after = await call(app, fetchAlbum, { id: first })
    expect(after.headers.etag).not.toBe(before.headers.etag)
  })

  it('answers 304 to the ETag of a list, compresses it as the client accepts, and answers HEAD without a body (API-18)', async () => {
    const { app, put, ada } = await start()
    for (let i = 0; i < 600; i++) await put.album(`Album ${i}`, ada)
    const gzipped = await call(app, fetchAllAlbums, {}, { 'accept-encoding': 'gzip' })
    expect(gzipped.headers['content-encoding']).toBe('gzip')
    const brotli = await call(app, fetchAllAlbums, {}, { 'accept-encoding': 'br' })
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', etag: gzipped.headers.etag })
    expect(brotli.rawPayload.length).toBeLessThan(40_000)
    expect(brotliDecompressSync(brotli.rawPayload)).toEqual(gunzipSync(gzipped.rawPayload))
    expect(gzipped.rawPayload.length).toBeLessThan(40_000)
    expect(await answerOf(app, fetchAllAlbums, {})).toHaveLength(603)
    const etag = String(gzipped.headers.etag)
    const again = await call(app, fetchAllAlbums, {}, { 'if-none-match': etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const head = await app.inject({ method: 'HEAD', url: '/api/fetchalbums' })
    expect([head.statusCode, head.headers.etag, head.body]).toEqual([200, etag, ''])
  })

  it('updates plays and followers in complete lists after 10 seconds, and keeps their ETags while nothing changes (API-18)', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { app, open } = await start()
    const { db } = open
    const lists = [fetchAllTracks, fetchAllAlbums, fetchAllArtists] as const
    const etags = () => Promise.all(lists.map(async list => String((await call(app, list, {})).headers.etag)))
    const counts = async () => [
      (await answerOf(app, fetchAllTracks, {}))[0]?.playCount,
      (await answerOf(app, fetchAllAlbums, {}))[0]?.playCount,
      (await answerOf(app, fetchAllArtists, {}))[0]?.followers,
    ]
    const before = await etags()
    vi.advanceTimersByTime(10_000)
    expect(await etags()).toEqual(before)
    await db.updateTable('tracks').set({ play_count: 71 }).execute()
    await db.updateTable('albums').set({ play_count: 72 }).execute()
    await db.updateTable('artists').set({ followers: 73 }).execute()
    vi.advanceTimersByTime(10_000)
    expect(await counts()).toEqual([71, 72, 73])
    const after = await etags()
    expect(after.map((etag, n) => etag === before[n])).toEqual([false, false, false])
    // One follower less here and one more there: as many in all.
    const [first, second] = await db
      .selectFrom('artists')
      .select('id')
      .orderBy('sort_name')
      .limit(2)
      .execute()
    await db
      .updateTable('artists')
      .set({ followers: 74 })
      .where('id', '=', first?.id ?? '')
      .execute()
    await db
      .updateTable('artists')
      .set({ followers: 72 })
      .where('id', '=', second?.id ?? '')
      .execute()
    vi.advanceTimersByTime(10_000)
    expect(await counts()).toEqual([71, 72, 74])
  })

  it('rebuilds complete lists for another count, not for another caller (API-18)', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const { app, open } = await start()
    const { db } = open
    const ask = () => answerOf(app, fetchAllTracks, {})
    await ask()
    const kept = await countStatements(ask)
    vi.advanceTimersByTime(10_000)
    const confirmed = await countStatements(ask)
    await db.updateTable('tracks').set({ play_count: 71 }).execute()
    vi.advanceTimersByTime(10_000)
    const made = await countStatements(ask)
    // Whether guests may listen, the catalogue's version, the counts, the rows.
    expect([kept, confirmed, made]).toEqual([0, 3, 4])
    expect(await countStatements(ask)).toBe(0)
  })

  it('returns empty lists for an empty catalogue', async () => {
    const app = await startApp(await openDatabase())
    expect(await answerOf(app, fetchAllTracks, {})).toEqual([])
    expect(await answerOf(app, fetchPopularAlbums, {})).toEqual([])
    expect(await answerOf(app, fetchMoreArtists, { page: 1 })).toEqual({
      artists: [],
      totalResults: 0,
    })
  })
})
