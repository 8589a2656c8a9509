import { createAppKey } from '@refrain/contract/account/app-keys'
import { fetchLikedSongs } from '@refrain/contract/library/likes'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { ADA, GRACE, signUp } from '../../testing/sign-up.ts'
import { answerOf } from '../../testing/start-app.ts'
import { connectApp, toQuery } from '../testing/connect-app.ts'
import { readJson } from '../testing/read-answer.ts'
import { ids, startSubsonic } from '../testing/start-subsonic.ts'

type Named = { id: string; name: string; songCount: number; entry?: { id: string }[] }

onBothDatabases('the library by app', open => {
  async function start() {
    const started = await startSubsonic(open)
    const { read } = started
    const entriesOf = async (id: string) =>
      ((await read('getPlaylist', { id })).playlist as Named).entry?.map(entry => entry.id)
    return { ...started, entriesOf, tracks: [started.one, started.two, started.three].map(ids.track) }
  }

  it('stars and rates songs, albums and artists (SUB-100, SUB-101)', async () => {
    const { app, ada, act, read, send, one, still, nina } = await start()
    await act('star', { id: [ids.track(one), ids.album(still)], artistId: ids.artist(nina) })
    const starred = { starred: expect.any(String) }
    expect((await read('getStarred2')).starred2).toMatchObject({
      ...{ song: [starred], album: [starred], artist: [starred] },
    })
    expect((await read('getAlbumList2', { type: 'starred' })).albumList2).toMatchObject({
      album: [{ id: ids.album(still), ...starred }],
    })
    expect(await answerOf(app, fetchLikedSongs, {}, ada)).toEqual([one])
    expect((await send('star', { id: [ids.track(one), 'tr-unknown'] })).body).toContain('"code":70')
    await act('unstar', { id: ids.track(one), albumId: ids.album(still), artistId: ids.artist(nina) })
    expect((await read('getStarred2')).starred2).toEqual({})
    await act('setRating', { id: ids.album(still), rating: 4 })
    expect((await read('getAlbumList2', { type: 'highest' })).albumList2).toMatchObject({
      album: [{ id: ids.album(still), userRating: 4 }],
    })
    expect((await send('setRating', { id: ids.album(still), rating: 6 })).body).toContain('"code":10')
  })

  it('creates, fills, reorders, edits and deletes playlists with repeats (SUB-108 to SUB-111)', async () => {
    const { act, read, send, entriesOf, tracks } = await start()
    const [a, b, c] = tracks as [string, string, string]
    const { id, songCount } = (await act('createPlaylist', { name: 'X', songId: [a, b, a] }))
      .playlist as Named
    expect([songCount, await entriesOf(id)]).toEqual([3, [a, b, a]])
    await act('createPlaylist', { playlistId: id, songId: [c, a, a] })
    expect(await entriesOf(id)).toEqual([c, a, a])
    await act('updatePlaylist', {
      ...{ playlistId: id, name: 'Trip', comment: 'Sea', public: true },
      ...{ songIndexToRemove: [0, 2, 99], songIdToAdd: [b] },
    })
    expect(await entriesOf(id)).toEqual([a, b])
    const { playlist } = (await read('getPlaylists')).playlists as { playlist: Named[] }
    expect(playlist).toMatchObject([
      { name: 'Liked Songs', readonly: true },
      { name: 'Trip', comment: 'Sea', public: false, changed: expect.any(String) },
    ])
    expect((await send('createPlaylist', { name: 'liked songs' })).body).toContain('"code":10')
    expect((await send('deletePlaylist', { id: playlist[0]?.id as string })).body).toContain('"code":50')
    await act('deletePlaylist', { id })
    expect((await send('getPlaylist', { id })).body).toContain('"code":70')
  })

  it("are nobody else's to read or change (SUB-112)", async () => {
    const { app, act, send, entriesOf, tracks } = await start()
    const [a, b] = tracks as [string, string]
    const { id } = (await act('createPlaylist', { name: 'Mine', songId: [a] })).playlist as Named
    const { playlist } = (await act('getPlaylists')).playlists as { playlist: Named[] }
    const liked = playlist.find(each => each.name === 'Liked Songs')?.id as string
    const grace = await connectApp(app, await signUp(app, GRACE), { email: GRACE.email })
    for (const playlistId of [id, liked]) {
      const attempts = {
        getPlaylist: { id: playlistId },
        createPlaylist: { playlistId, songId: b },
        updatePlaylist: { playlistId, name: 'Hers', songIdToAdd: b, songIndexToRemove: 0 },
        deletePlaylist: { id: playlistId },
      }
      for (const [name, asked] of Object.entries(attempts))
        expect([name, readJson((await grace.send(name, asked)).body).error?.code]).toEqual([name, 70])
    }
    expect(await entriesOf(id)).toEqual([a])
    expect((await send('getPlaylists', { username: GRACE.email })).body).toContain('"code":50')
    expect((await send('deletePlaylist', { id: 'pl-unknown' })).body).toContain('"code":70')
  })

  it('has the playlists of the collection, which nobody edits (SUB-112)', async () => {
    const { put, read, act, send, tracks, one, two } = await start()
    const id = `pl-${await put.collectionPlaylist('Of the collection', [two, one, two])}`
    const [, b] = tracks
    const shared = { id, name: 'Of the collection', owner: 'Refrain', public: true, readonly: true }
    const { playlist } = (await read('getPlaylists')).playlists as { playlist: Named[] }
    expect(playlist).toMatchObject([{ name: 'Liked Songs' }, { ...shared, songCount: 3 }])
    expect((await read('getPlaylist', { id })).playlist).toMatchObject({
      ...shared,
      entry: [{ id: b }, { id: tracks[0] }, { id: b }],
    })
    const attempts = {
      createPlaylist: { playlistId: id, name: 'Mine' },
      updatePlaylist: { playlistId: id, name: 'Mine' },
      deletePlaylist: { id },
    }
    for (const [name, asked] of Object.entries(attempts))
      expect([name, readJson((await send(name, asked)).body).error?.code]).toEqual([name, 50])
    const own = (await act('getPlaylists', { username: ADA.email })).playlists as { playlist: Named[] }
    expect(own.playlist.map(({ name }) => name)).toEqual(['Liked Songs'])
    expect((await send('getPlaylist', { id: 'pl-collection-unknown' })).body).toContain('"code":70')
  })

  it('counts reported plays once, and shows what plays now (SUB-55, SUB-72, SUB-102, SUB-103)', async () => {
    const { open: opened, act, read, still, one, two } = await start()
    const playsOf = async (id: string) =>
      (await opened.db.selectFrom('tracks').select('play_count').where('id', '=', id).executeTakeFirst())
        ?.play_count
    const time = Date.now() - 3_600_000
    await act('scrobble', { id: [ids.track(one), ids.track(two)], time: [time, time + 600_000] })
    await act('scrobble', { id: ids.track(one), time })
    expect([await playsOf(one), await playsOf(two)]).toEqual([1, 1])
    const played = new Date(time + 600_000).toISOString()
    expect((await read('getAlbum', { id: ids.album(still) })).album).toMatchObject({ played })
    expect((await read('getNowPlaying')).nowPlaying).toEqual({ entry: [] })
    await act('scrobble', { id: ids.track(two), submission: false })
    expect(await playsOf(two)).toBe(1)
    expect((await act('getNowPlaying')).nowPlaying).toMatchObject({
      entry: [{ id: ids.track(two), playerName: 'Test' }],
    })
  })

  it('keeps a queue and bookmarks (SUB-104 to SUB-107)', async () => {
    const { act, read, send, tracks } = await start()
    const [a, b] = tracks as [string, string]
    expect((await read('getPlayQueue')).playQueue).toEqual({ username: expect.any(String) })
    await act('savePlayQueueByIndex', { id: [a, b, a], currentIndex: 2, position: 1234 })
    expect((await read('getPlayQueueByIndex')).playQueueByIndex).toMatchObject({
      currentIndex: 2,
      position: 1234,
      changedBy: 'Test',
    })
    await act('savePlayQueue', { id: [a, b], current: b })
    expect((await read('getPlayQueue')).playQueue).toMatchObject({
      current: b,
      entry: [{ id: a }, { id: b }],
    })
    expect((await send('savePlayQueue', { id: [a], current: b })).body).toContain('"code":10')
    await act('reportPlayback', { mediaId: a, mediaType: 'song', state: 'playing', positionMs: 10 })
    await act('createBookmark', { id: a, position: 5000, comment: 'Here' })
    expect((await read('getBookmarks')).bookmarks).toMatchObject({
      bookmark: [{ position: 5000, comment: 'Here', entry: { id: a } }],
    })
    await act('deleteBookmark', { id: a })
    expect((await read('getBookmarks')).bookmarks).toEqual({ bookmark: [] })
  })

  it('is not changed by an app that may only listen (SUB-22)', async () => {
    const { app, ada, one } = await start()
    const input = { name: 'Car', kind: 'apiKey', scope: 'listen' } as const
    const { secret: apiKey } = await answerOf(app, createAppKey, input, ada)
    const codeOf = async (call: string, more: Record<string, string>) =>
      readJson(
        (await app.inject(`/rest/${call}?${toQuery({ v: '1.16.1', c: 'Test', f: 'json', apiKey, ...more })}`))
          .body,
      ).error?.code
    expect(await codeOf('star', { id: ids.track(one) })).toBe(50)
    expect(await codeOf('createPlaylist', { name: 'Mine' })).toBe(50)
    expect(await codeOf('scrobble', { id: ids.track(one) })).toBeUndefined()
  })
})
