import { addFollowingArtist } from '@refrain/contract/library/follows'
import { appendLikedSongs } from '@refrain/contract/library/likes'
import { countAlbumPlays, countTrackPlay } from '@refrain/contract/listening/plays'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { answerOf } from '../../testing/start-app.ts'
import type { Asked } from '../testing/connect-app.ts'
import { ids, startSubsonic } from '../testing/start-subsonic.ts'

type Named = { id: string; name?: string; title?: string }
const PAGE = 7

onBothDatabases('lists of apps', open => {
  async function start() {
    const started = await startSubsonic(open)
    const { read, act } = started
    const albums = async (asked: Asked) =>
      ((await read('getAlbumList2', asked)).albumList2 as { album: Named[] }).album.map(({ name }) => name)
    /** Every page of a kind in search3 with this query. */
    const readAll = async (kind: 'artist' | 'album' | 'song', query: string, size = PAGE) => {
      const found: string[] = []
      for (let offset = 0; ; offset += size) {
        const asked = { artistCount: 0, albumCount: 0, songCount: 0, query, [`${kind}Count`]: size }
        const answer = await act('search3', { ...asked, [`${kind}Offset`]: offset })
        const page = (answer.searchResult3 as Record<string, Named[]>)[kind] ?? []
        found.push(...page.map(({ id }) => id))
        if (page.length < size) return found
      }
    }
    return { ...started, albums, readAll }
  }

  it('lists albums whose tags say no year in no year', async () => {
    const { albums, put, nina } = await start()
    await put.track('Whenever', await put.album('Undated', nina, { release_date: '' }), [nina])
    expect(await albums({ type: 'byYear', fromYear: 2000, toYear: 3000 })).toEqual(['Loud'])
    expect(await albums({ type: 'newest' })).toContain('Undated')
  })

  it('sorts albums in each order that apps offer (SUB-51)', async () => {
    const { app, ada, albums, still, three, send, read, act } = await start()
    expect(await albums({ type: 'newest' })).toEqual(['Loud', 'Still'])
    expect(await albums({ type: 'alphabeticalByName' })).toEqual(['Loud', 'Still'])
    expect(await albums({ type: 'alphabeticalByArtist' })).toEqual(['Still', 'Loud'])
    expect(await albums({ type: 'byYear', fromYear: 1990, toYear: 2005 })).toEqual(['Still', 'Loud'])
    expect(await albums({ type: 'byYear', fromYear: 3000, toYear: 0 })).toEqual(['Loud', 'Still'])
    expect(await albums({ type: 'byYear', fromYear: 2000, toYear: 2010 })).toEqual(['Loud'])
    expect(await albums({ type: 'byGenre', genre: 'jazz' })).toEqual(['Still'])
    expect(await albums({ type: 'byGenre', genre: 'None' })).toEqual([])
    expect(await albums({ type: 'recent' })).toEqual([])
    await answerOf(app, countTrackPlay, { trackId: three }, ada)
    expect(await albums({ type: 'recent' })).toEqual(['Loud'])
    expect(await albums({ type: 'frequent' })).toEqual(['Still', 'Loud'])
    await answerOf(app, countAlbumPlays, { albums: [still] }, ada)
    expect(await albums({ type: 'frequent', size: 1, offset: 1 })).toEqual(['Loud'])
    // Two answers would differ.
    const random = (await act('getAlbumList2', { type: 'random', size: 1 })).albumList2
    expect(random).toEqual({
      album: [expect.objectContaining({ name: expect.stringMatching(/Loud|Still/) })],
    })
    for (const asked of [{ type: 'best' }, { type: 'byYear', fromYear: 1 }, { type: 'byGenre' }, {}])
      expect((await send('getAlbumList2', asked)).body).toContain('"code":10')
    expect((await read('getAlbumList', { type: 'newest' })).albumList).toMatchObject({
      album: [{ title: 'Loud', isDir: true }, { title: 'Still' }],
    })
  })

  it('leaves out albums without songs that can be played', async () => {
    const { albums, put, nina, read } = await start()
    await put.track('Gone', await put.album('Gone', nina), [nina], { available: 0 })
    expect(await albums({ type: 'alphabeticalByName' })).toEqual(['Loud', 'Still'])
    expect((await read('search3', { query: 'gone' })).searchResult3).toEqual({})
  })

  it('lists everything for an empty search, in pages of any size, each once and in one order (SUB-60, SUB-61)', async () => {
    const { readAll, put, still, nina, one, two, three, loud } = await start()
    const more: string[] = []
    for (let at = 0; at < 20; at++)
      more.push(await put.track(`More ${at}`, still, [nina], { added_at: Date.UTC(2025, 0, 1) }))
    const expected = [one, two, three, ...more].map(ids.track)
    for (const query of ['', '""', '*']) expect(await readAll('song', query)).toEqual(expected)
    expect(await readAll('song', '', 500)).toEqual(expected)
    expect(await readAll('song', '', 1)).toEqual(expected)
    expect(await readAll('album', '')).toEqual([still, loud].map(ids.album))
    expect(await readAll('artist', '', 1)).toHaveLength(2)
  })

  it('neither repeats nor drops a song while the library grows and shrinks (SUB-52, SUB-61)', async () => {
    const { open: opened, act, put, still, nina, one, two, three } = await start()
    const read = async (songOffset: number) => {
      const answer = await act('search3', {
        query: '',
        artistCount: 0,
        albumCount: 0,
        songCount: 2,
        songOffset,
      })
      return ((answer.searchResult3 as { song?: Named[] }).song ?? []).map(({ id }) => id)
    }
    expect(await read(0)).toEqual([ids.track(one), ids.track(two)])
    await opened.db.updateTable('tracks').set({ available: 0 }).where('id', '=', one).execute()
    const added = await put.track('Later', still, [nina], { added_at: Date.UTC(2026, 0, 1) })
    expect(await read(2)).toEqual([ids.track(three), ids.track(added)])
    expect(await read(4)).toEqual([])
  })

  it('finds by name, also with signs of a search language (SUB-60, SUB-62)', async () => {
    const { read, nina, still, one } = await start()
    expect((await read('search3', { query: 'nina' })).searchResult3).toMatchObject({
      artist: [{ id: ids.artist(nina) }],
    })
    expect((await read('search3', { query: '"one' })).searchResult3).toMatchObject({
      song: [{ id: ids.track(one) }],
    })
    expect((await read('search2', { query: 'still', songCount: 0 })).searchResult2).toMatchObject({
      album: [{ id: ids.album(still), isDir: true }],
    })
    for (const query of ['(', '%', "'", 'AND OR', '*nothing*'])
      expect((await read('search3', { query })).searchResult3).not.toHaveProperty('song')
    expect((await read('search3', { query: 'nina', artistOffset: 1 })).searchResult3).toEqual({})
  })

  it('chooses songs at random, by genre and by year (SUB-53)', async () => {
    const { act, one, two, three } = await start()
    const songs = async (name: string, asked: Asked) => {
      const [answer] = Object.values(await act(name, asked)).filter(value => typeof value === 'object')
      return (answer as { song: Named[] }).song.map(({ id }) => id)
    }
    const all = [one, two, three].map(ids.track)
    expect((await songs('getRandomSongs', { size: 500 })).toSorted()).toEqual(all.toSorted())
    expect(await songs('getRandomSongs', { size: 1 })).toHaveLength(1)
    expect(await songs('getRandomSongs', { fromYear: 2005, toYear: 2005 })).toEqual([ids.track(three)])
    expect((await songs('getRandomSongs', { genre: 'Jazz' })).toSorted()).toEqual(
      [one, two].map(ids.track).toSorted(),
    )
    expect(await songs('getRandomSongs', { genre: 'None' })).toEqual([])
    expect(await songs('getSongsByGenre', { genre: 'Jazz', count: 1, offset: 1 })).toEqual([ids.track(two)])
  })

  it('suggests similar songs and the most played of an artist (SUB-50)', async () => {
    const { act, read, send, put, beatles, nina, guest, one, two, three } = await start()
    await put.genre('Shared', [two, three])
    // In another order each time.
    const similar = async (name: string, asked: Asked) => {
      const { similarSongs, similarSongs2 = similarSongs } = await act(name, asked)
      return (similarSongs2 as { song: Named[] }).song.map(({ id }) => id).toSorted()
    }
    const sorted = (...tracks: string[]) => tracks.map(ids.track).toSorted()
    expect(await similar('getSimilarSongs2', { id: ids.artist(nina) })).toEqual(sorted(one, two, three))
    expect(await similar('getSimilarSongs', { id: ids.track(three) })).toEqual(sorted(two))
    expect(await similar('getSimilarSongs', { id: ids.track(one) })).toEqual(sorted(two, three))
    expect(await similar('getSimilarSongs', { id: ids.track(one), count: 1 })).toEqual(sorted(two))
    expect(await similar('getSimilarSongs', { id: ids.track(one), count: 0 })).toEqual([])
    const alone = await put.artist('Alone')
    const only = await put.track('Only', await put.album('Alone', alone), [alone])
    expect(await similar('getSimilarSongs2', { id: ids.artist(alone) })).toEqual(sorted(only))
    expect((await read('getTopSongs', { artist: 'the örder' })).topSongs).toMatchObject({
      song: [{ id: ids.track(three) }],
    })
    expect((await read('getTopSongs', { id: ids.artist(guest), artist: 'x' })).topSongs).toMatchObject({
      song: [{ id: ids.track(one) }],
    })
    expect((await read('getTopSongs', { artist: 'Nobody' })).topSongs).toEqual({ song: [] })
    expect((await send('getTopSongs', { id: beatles })).body).toContain('"code":70')
  })

  it('lists all that is liked and followed (SUB-54)', async () => {
    const { app, ada, read, nina, one } = await start()
    expect([(await read('getStarred')).starred, (await read('getStarred2')).starred2]).toEqual([{}, {}])
    await answerOf(app, appendLikedSongs, { trackId: one }, ada)
    await answerOf(app, addFollowingArtist, { artistId: nina }, ada)
    const starred = { id: ids.track(one), starred: expect.any(String) }
    expect((await read('getStarred2')).starred2).toMatchObject({
      artist: [{ id: ids.artist(nina), starred: expect.any(String) }],
      song: [starred],
    })
    expect((await read('getStarred')).starred).toMatchObject({
      artist: [{ id: ids.artist(nina) }],
      song: [starred],
    })
  })

  it('answers what is not offered so that apps go on (SUB-63, SUB-91, SUB-120)', async () => {
    const { read, send } = await start()
    const empty = ['Podcasts', 'NewestPodcasts', 'InternetRadioStations', 'Shares', 'ChatMessages', 'Videos']
    for (const name of empty) expect((await read(`get${name}`)).status).toBe('ok')
    const refused = [
      ...['create', 'update', 'delete'].flatMap(act => [`${act}Share`, `${act}InternetRadioStation`]),
      ...['createPodcastChannel', 'deletePodcastChannel', 'deletePodcastEpisode', 'refreshPodcasts'],
      ...['downloadPodcastEpisode', 'addChatMessage', 'jukeboxControl'],
      ...['createUser', 'updateUser', 'deleteUser', 'changePassword'],
    ]
    for (const name of refused) expect((await send(name)).body).toContain('"code":50')
    expect((await send('search', { query: 'x' })).body).toContain('Use search3.')
    for (const name of ['hls', 'getVideoInfo', 'getCaptions'])
      expect((await send(name)).body).toContain('"code":0,"message":"No video here."')
  })

  it('tells apps about the own account only (SUB-113)', async () => {
    const { read, send, credentials } = await start()
    const username = credentials.u as string
    expect((await read('getUser', { username })).user).toMatchObject({
      username,
      folder: [1],
      playlistRole: true,
    })
    expect((await read('getUsers')).users).toMatchObject({ user: [{ username }] })
    expect((await send('getUser', { username: 'grace@example.org' })).body).toContain('"code":50')
  })
})
