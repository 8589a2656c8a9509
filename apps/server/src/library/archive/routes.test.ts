import { fetchArtist } from '@refrain/contract/catalogue/artists'
import { fetchTrack } from '@refrain/contract/catalogue/tracks'
import {
  importArchiveItems,
  importArchiveListens,
  importArchivePicture,
  importArchivePlaylist,
  matchArchive,
} from '@refrain/contract/library/archive'
import { addFollowingArtist } from '@refrain/contract/library/follows'
import { keepAlbum } from '@refrain/contract/library/kept-albums'
import { appendLikedSongs } from '@refrain/contract/library/likes'
import {
  addTracksToPlaylist,
  deleteTrackFromPlaylist,
  editPlaylist,
} from '@refrain/contract/library/playlist-tracks'
import { fetchPlaylist, fetchUserPlaylists, updatePlaylist } from '@refrain/contract/library/playlists'
import { saveRating } from '@refrain/contract/library/ratings'
import { countLimits } from '@refrain/contract/limits'
import { appendInterestedArtist, appendInterestedGenre } from '@refrain/contract/listening/interests'
import { recordSecondsHeard } from '@refrain/contract/listening/listens'
import { countAlbumPlays, countTrackPlay, recordPlayedTrack } from '@refrain/contract/listening/plays'
import { fetchOwnData, type OwnData } from '@refrain/contract/own-data'
import { fromWire } from '@refrain/contract/wire-names'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { importArchive, portableData } from '../../testing/import-archive.ts'
import { sendPicture } from '../../testing/multipart.ts'
import { readLiveUpdates } from '../../testing/read-live-updates.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'
import { startLibrary } from '../../testing/start-library.ts'

const AT = '2024-05-03T00:00:00.000Z'
const NOBODY = { tracks: [], albums: [], artists: [], genres: [] }
const TRACK = { id: 'x', audioId: '', mbid: '', title: '', artistName: '', albumTitle: '', albumMbid: '' }

onBothDatabases('an archive', openDatabase => {
  /** Four tracks with audio files, and a genre. */
  async function start() {
    const started = await startLibrary(openDatabase)
    const { put, tracks, app, ada } = started
    await put.genre('Jazz', [tracks[0]])
    for (const [n, id] of tracks.entries()) await put.file(`/music/${n}.mp3`, '/music', id, `audio-${n}`)
    const exported = async () =>
      fromWire(await answerOf(app, fetchOwnData, {}, ada), fetchOwnData.outputNames) as OwnData
    const importTracks = (origin: string, ids: readonly string[], title = 'Sunday') =>
      call(
        app,
        importArchivePlaylist,
        { origin, type: 'playlist', title, createdAt: AT, tracks: ids.map(id => ({ id, at: AT })) },
        ada,
      )
    return { ...started, exported, importTracks }
  }

  /** Ada has something of everything. */
  async function startFull() {
    const started = await start()
    const { app, ada, artist, album, tracks, create } = started
    await answerOf(app, addFollowingArtist, { artistId: artist }, ada)
    await answerOf(app, appendInterestedArtist, { id: artist }, ada)
    await answerOf(app, appendInterestedGenre, { genre: 'Jazz' }, ada)
    for (const trackId of [tracks[3], tracks[1]]) await answerOf(app, appendLikedSongs, { trackId }, ada)
    await answerOf(app, recordPlayedTrack, { trackId: tracks[2] }, ada)
    const { countedAt } = await answerOf(app, countTrackPlay, { trackId: tracks[2] }, ada)
    const heard = { trackId: tracks[2], countedAt: countedAt!, seconds: 170 }
    await answerOf(app, recordSecondsHeard, heard, ada)
    await answerOf(app, countAlbumPlays, { albums: [album] }, ada)
    const list = await create()
    const tracksArray = [tracks[2], tracks[0], tracks[3]]
    await answerOf(app, addTracksToPlaylist, { playlistId: list._id, tracksArray }, ada)
    const edit = { playlistId: list._id, comment: 'For a\nrainy day', added: [tracks[0], tracks[2]] }
    await answerOf(app, editPlaylist, edit, ada)
    await answerOf(app, keepAlbum, { albumId: album }, ada)
    await answerOf(app, saveRating, { kind: 'track', id: tracks[0], rating: 3 }, ada)
    await answerOf(app, saveRating, { kind: 'album', id: album, rating: 4 }, ada)
    await answerOf(app, saveRating, { kind: 'artist', id: artist, rating: 5 }, ada)
    return { ...started, list }
  }

  it('imported into an empty account elsewhere gives the same archive, and changes nothing the second time', async () => {
    const a = await startFull()
    const b = await start()
    // Ids elsewhere are different ones.
    const moved = await a.exported()
    const text = JSON.stringify(moved)
      .replaceAll('"tr000', '"moved-tr000')
      .replaceAll('"ar000', '"moved-ar000')
    const data = JSON.parse(text) as typeof moved
    expect(await importArchive(b.app, data, b.ada)).toBeGreaterThan(0)
    const once = await b.exported()
    expect(portableData(once)).toEqual(portableData(moved))
    expect(await importArchive(b.app, data, b.ada)).toBe(0)
    const { madeAt: _first, sessions: _sessions, ...rest } = once
    expect(await b.exported()).toMatchObject(rest)
    // Back where it came from, everything is known.
    expect(await importArchive(a.app, once, a.ada)).toBe(0)
  })

  it('does not count plays again, and counts a follow once', async () => {
    const a = await startFull()
    const b = await start()
    const data = await a.exported()
    await importArchive(b.app, data, b.ada)
    await importArchive(b.app, data, b.ada)
    expect((await answerOf(b.app, fetchTrack, { id: b.tracks[2] })).playCount).toBe(0)
    expect((await answerOf(b.app, fetchArtist, { artistid: b.artist })).artist.followers).toBe(1)
  })

  it('adds to what an account has, and removes nothing', async () => {
    const a = await startFull()
    const b = await start()
    const own = await b.create()
    await b.add(own._id, b.tracks[1])
    await answerOf(b.app, appendLikedSongs, { trackId: b.tracks[0] }, b.ada)
    await answerOf(b.app, appendLikedSongs, { trackId: b.tracks[1] }, b.ada)
    await importArchive(b.app, await a.exported(), b.ada)
    const { playlists } = await b.exported()
    const tracksOf = (id: string) => playlists.find(list => list.id === id || list.origin === id)?.tracks
    expect(tracksOf(own._id)).toEqual([b.tracks[1]])
    const [one, , three, four] = b.tracks
    expect(tracksOf(a.list._id)).toEqual([three, one, four, one, three])
    const liked = playlists.find(list => list.type === 'liked')
    // The archive likes the fourth, then the second.
    expect(liked?.tracks).toEqual([b.tracks[3], b.tracks[0], b.tracks[1]])
  })

  it('keeps the later of two times, and none in the future', async () => {
    const { app, ada, tracks, exported } = await start()
    const put = (at: string) =>
      answerOf(app, importArchiveItems, { list: 'countedTracks', items: [{ id: tracks[0], at }] }, ada)
    const stored = async () => (await exported()).countedTracks[0]!.at
    expect(await put(AT)).toEqual({ added: 1, overLimit: 0 })
    expect(await put('2023-01-01T00:00:00Z')).toEqual({ added: 0, overLimit: 0 })
    expect(await stored()).toBe(AT)
    await put('2024-06-01T10:00:00Z')
    expect(await stored()).toBe('2024-06-01T10:00:00.000Z')
    await put('9999-01-01T00:00:00Z')
    expect(Date.parse(await stored())).toBeLessThanOrEqual(Date.now())
  })

  it('finds tracks by audio id, then by MusicBrainz id, then by artist, album and title', async () => {
    const { app, ada, put, open, artist, tracks } = await start()
    const other = await put.album('Best of', artist)
    const copy = await put.track('One', other, [artist], { credit: 'Bill feat. Carla' })
    await put.file('/music/copy.mp3', '/music', copy, 'audio-0')
    await open.db.updateTable('tracks').set({ mbid: 'mb' }).where('id', '=', tracks[1]).execute()
    const find = async (given: Partial<typeof TRACK>) =>
      (await answerOf(app, matchArchive, { ...NOBODY, tracks: [{ ...TRACK, ...given }] }, ada)).tracks[0]
    const one = { title: 'One', artistName: 'Bill' }
    expect(await find({ audioId: 'audio-3', mbid: 'mb', ...one, albumTitle: 'Album' })).toBe(tracks[3])
    expect(await find({ audioId: 'audio-0', albumTitle: 'Best Of' })).toBe(copy)
    expect(await find({ audioId: 'audio-0', albumTitle: 'Album' })).toBe(tracks[0])
    expect(await find({ audioId: 'gone', mbid: 'mb', ...one, albumTitle: 'Album' })).toBe(tracks[1])
    expect(await find({ audioId: 'gone', ...one, title: ' ONÉ', albumTitle: 'best  of' })).toBe(copy)
    expect(await find({ audioId: 'gone', ...one, albumTitle: 'Another' })).toBeNull()
    expect(await find({ audioId: 'gone', ...one, artistName: 'Carla', albumTitle: 'Album' })).toBeNull()
    // The first version of archives has ids only.
    expect(await find({ id: tracks[2] })).toBe(tracks[2])
    expect(await find({})).toBeNull()
  })

  it('finds albums and artists by MusicBrainz id, then by name, and genres by name', async () => {
    const { app, ada, put, artist, album } = await start()
    const tagged = await put.artist('Nina', { mbid: 'mb-nina' })
    const record = await put.album('First', tagged, { mbid: 'mb-first' })
    const albumOf = (given: object) => ({ id: 'x', mbid: '', title: '', artistName: '', ...given })
    const input = {
      tracks: [],
      albums: [
        albumOf({ mbid: 'mb-first', title: 'Another title' }),
        albumOf({ title: 'ALBUM', artistName: 'bill' }),
        albumOf({ title: 'Album', artistName: 'Nina' }),
      ],
      artists: [
        { mbid: 'mb-nina', name: 'Simone' },
        { mbid: 'unknown', name: ' bill ' },
        { mbid: '', name: 'Nobody' },
      ],
      genres: ['jazz', 'Polka'],
    }
    expect(await answerOf(app, matchArchive, input, ada)).toEqual({
      tracks: [],
      albums: [record, album, null],
      artists: [tagged, artist, null],
      genres: [expect.any(String), null],
    })
  })

  it('puts tracks that are found later in their place, and recognises a renamed playlist', async () => {
    const { app, ada, tracks, tracksOf, importTracks } = await start()
    const [one, two, three, four] = tracks
    const { playlistId } = (await importTracks('elsewhere', [one, four])).json()
    await answerOf(app, updatePlaylist, { playlistId, title: 'Renamed', profile_path: '' }, ada)
    const again = (await importTracks('elsewhere', tracks)).json()
    expect(again).toEqual({ playlistId, isNew: false, added: 2, hasPicture: false })
    expect(await tracksOf(playlistId)).toEqual([one, two, three, four])
    await answerOf(app, deleteTrackFromPlaylist, { playlistId, trackId: two }, ada)
    expect((await importTracks('another', [one, three, four], 'Renamed')).json()).toMatchObject({
      ...{ playlistId, isNew: false, added: 0 },
    })
    const other = (await importTracks('another', [four], 'Renamed')).json()
    expect(other).toMatchObject({ isNew: true, added: 1 })
    expect(await answerOf(app, fetchUserPlaylists, {}, ada)).toHaveLength(2)
  })

  it('adds further entries of a track that the playlist holds, each once', async () => {
    const { tracks, tracksOf, importTracks } = await start()
    const [one, two] = tracks
    const { playlistId } = (await importTracks('elsewhere', [one, two])).json()
    expect((await importTracks('elsewhere', [one, one, two, one])).json()).toMatchObject({ added: 2 })
    expect(await tracksOf(playlistId)).toEqual([one, one, two, one])
    expect((await importTracks('elsewhere', [one, one, two, one])).json()).toMatchObject({ added: 0 })
  })

  it('does not add to the playlist of another listener', async () => {
    const { app, grace, list, importTracks, tracks, tracksOf } = await startFull()
    const before = await tracksOf(list._id)
    const input = { origin: list._id, type: 'playlist' as const, title: 'Mine', createdAt: AT, tracks: [] }
    const { playlistId, isNew } = await answerOf(app, importArchivePlaylist, input, grace)
    expect([isNew, playlistId === list._id]).toEqual([true, false])
    expect((await importTracks(playlistId, [tracks[1]], 'Hers')).json().playlistId).not.toBe(playlistId)
    expect(await tracksOf(list._id)).toEqual(before)
  })

  it('adds listens once, those of known tracks, and changes no play count', async () => {
    const { app, ada, tracks, exported } = await start()
    const at = (n: number) => new Date(Date.parse(AT) + n * 60_000).toISOString()
    const listens = Array.from({ length: 600 }, (_, n) => ({ id: tracks[n % 4]!, at: at(n) }))
    const some = { ...listens[0]!, at: at(-1), client: 'Phone', secondsHeard: 99 }
    const all = [some, ...listens, { id: 'gone', at: at(-2) }]
    const send = () => answerOf(app, importArchiveListens, { listens: all }, ada)
    expect([await send(), await send()]).toEqual([{ added: 601 }, { added: 0 }])
    const { countedPlays } = await exported()
    expect([countedPlays.length, countedPlays.at(-1)]).toEqual([601, { ...some, name: 'One' }])
    expect((await answerOf(app, fetchTrack, { id: tracks[0] })).playCount).toBe(0)
  })

  it('is refused where it breaks the contract, with nothing added', async () => {
    const { app, ada, tracks, exported, importTracks } = await start()
    const items = [{ id: tracks[0], at: AT }]
    const many = Array.from({ length: countLimits.archiveBatch + 1 }, () => items[0]!)
    const refused = [
      [importArchiveItems, { list: 'users', items }],
      [importArchiveItems, { list: 'countedTracks', items: [{ id: '../../x', at: AT }] }],
      [importArchiveItems, { list: 'countedTracks', items: [{ id: tracks[0], at: 'yesterday' }] }],
      [importArchiveItems, { list: 'countedTracks', items: [{ id: tracks[0], at: 1e99 }] }],
      [importArchiveItems, { list: 'countedTracks', items: [{ ...items[0], user_id: 'x' }] }],
      [importArchiveItems, { list: 'countedTracks', items: many }],
      [importArchiveListens, { listens: [{ id: tracks[0], at: AT, client: 'x'.repeat(65) }] }],
      [importArchiveListens, { listens: [{ id: tracks[0], at: AT, secondsHeard: 86_401 }] }],
      [importArchiveListens, { listens: Array.from({ length: 2_501 }, () => items[0]) }],
      [matchArchive, { ...NOBODY, tracks: [{ ...TRACK, title: 'x'.repeat(301) }] }],
      [matchArchive, { ...NOBODY, tracks: [{ ...TRACK, title: 7 }] }],
      [matchArchive, { ...NOBODY, tracks: [{ ...TRACK, title: 'a'.repeat(301) }] }],
      [matchArchive, { ...NOBODY, tracks: [{ ...TRACK, audioId: 'a b' }] }],
      [matchArchive, { ...NOBODY, genres: many.map(() => 'Jazz') }],
    ] as const
    for (const [operation, input] of refused) {
      expect([operation.name, (await call(app, operation, input as never, ada)).statusCode]).toEqual([
        ...[operation.name, 400],
      ])
    }
    expect((await importTracks('x', [], 'No')).statusCode).toBe(400)
    expect((await importTracks('x', [], 'liked songs')).statusCode).toBe(400)
    const data = await exported()
    expect([data.countedTracks, data.playlists]).toEqual([[], []])
  })

  it('fits into calls, however long its texts are', async () => {
    const { app, ada } = await start()
    const { id, key, text } = { id: 'i'.repeat(64), key: 'k'.repeat(64), text: '漢'.repeat(300) }
    const track = { ...{ id, audioId: key, mbid: key, albumMbid: key }, title: text, artistName: text }
    const many = <Item>(item: Item) => Array.from({ length: countLimits.archiveBatch }, () => item)
    const found = await answerOf(
      app,
      matchArchive,
      {
        tracks: many({ ...track, albumTitle: text }),
        albums: many({ id, mbid: key, title: text, artistName: text }),
        artists: many({ mbid: key, name: text }),
        genres: many(text),
      },
      ada,
    )
    expect(found.tracks).toEqual(many(null))
  })

  it('respects the limits of an account', async () => {
    const { app, ada, open, artist, importTracks, exported } = await start()
    const { id: user_id } = (await exported()).user
    const row = await open.db
      .selectFrom('artists')
      .selectAll()
      .where('id', '=', artist)
      .executeTakeFirstOrThrow()
    const insertArtists = (ids: readonly string[]) =>
      open.db
        .insertInto('artists')
        .values(ids.map(id => ({ ...row, id, search_id: undefined })))
        .execute()
    for (let from = 0; from < countLimits.follows - 1; from += 500) {
      const ids = Array.from(
        { length: Math.min(500, countLimits.follows - 1 - from) },
        (_, n) => `ar${from + n}`,
      )
      await insertArtists(ids)
      await open.db
        .insertInto('follows')
        .values(ids.map(artist_id => ({ user_id, artist_id, followed_at: 1 })))
        .execute()
    }
    await insertArtists(['old', 'new'])
    const items = [
      { id: 'old', at: AT },
      { id: 'new', at: '2025-05-03T00:00:00Z' },
    ]
    const follow = () => answerOf(app, importArchiveItems, { list: 'following', items }, ada)
    expect(await follow()).toEqual({ added: 1, overLimit: 1 })
    expect(await follow()).toEqual({ added: 0, overLimit: 1 })
    expect((await exported()).following[0]?.id).toBe('new')
    const { playlistId } = (await importTracks('list', [], 'A list')).json()
    const list = await open.db
      .selectFrom('playlists')
      .selectAll()
      .where('id', '=', playlistId)
      .executeTakeFirstOrThrow()
    const more = Array.from({ length: countLimits.playlists - 1 }, (_, n) => `more${n}`)
    await open.db
      .insertInto('playlists')
      .values(more.map(id => ({ ...list, id, origin: null })))
      .execute()
    expect((await importTracks('one-more', [], 'One more')).statusCode).toBe(409)
    expect((await importTracks('list', [], 'A list')).statusCode).toBe(200)
  })

  it('brings pictures to playlists that have none, with the checks of any upload', async () => {
    const { app, ada, grace, tracks, importTracks } = await start()
    const { playlistId } = (await importTracks('elsewhere', [tracks[0]])).json()
    const colour = (background: string) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .jpeg()
        .toBuffer()
    const send = (bytes: Uint8Array, id = playlistId, who = ada) =>
      sendPicture(app, importArchivePicture, bytes, who, { playlistId: id })
    expect((await send(Buffer.from('<svg onload="alert(1)"/>'))).statusCode).toBe(415)
    expect((await send((await colour('#246')).subarray(0, 200))).statusCode).toBe(400)
    expect((await send(await colour('#246'), playlistId, grace)).statusCode).toBe(404)
    expect((await send(await colour('#246'), 'liked-x')).statusCode).toBe(404)
    const { picturePath } = (await send(await colour('#246'))).json()
    expect((await send(await colour('#bada55'))).json()).toEqual({ picturePath })
    const stored = await answerOf(app, fetchPlaylist, { id: playlistId }, ada)
    expect([stored.profile_path, stored.thumbhash === '']).toEqual([picturePath, false])
    expect((await importTracks('elsewhere', [tracks[0]])).json().hasPicture).toBe(true)
  })

  it('is published to the listener’s other tabs', async () => {
    const { app, ada, artist, tracks, importTracks } = await start()
    const page = await readLiveUpdates(app, ada)
    await answerOf(app, importArchiveItems, { list: 'following', items: [{ id: artist, at: AT }] }, ada)
    await importTracks('elsewhere', [tracks[0]])
    await importTracks('elsewhere', [tracks[0]])
    await expect.poll(() => page.kinds, { timeout: 10_000 }).toEqual(['follows', 'playlists'])
  })

  it('comes in at most 300 parts in ten minutes', async () => {
    const { open, ada } = await start()
    const app = await startApp(open, { settings: { rateLimitScale: 1 / 300 } })
    expect((await call(app, matchArchive, NOBODY, ada)).statusCode).toBe(200)
    expect((await call(app, matchArchive, NOBODY, ada)).statusCode).toBe(429)
  })

  it('is accepted from own pages only', async () => {
    const { app, ada } = await start()
    const from = { ...ada, 'sec-fetch-site': 'cross-site' }
    expect((await call(app, matchArchive, NOBODY, from)).statusCode).toBe(403)
  })
})
