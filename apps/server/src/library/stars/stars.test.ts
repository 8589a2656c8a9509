import { fetchArtist } from '@refrain/contract/catalogue/artists'
import { fetchFollowingArtists } from '@refrain/contract/library/follows'
import { fetchKeptAlbumIds } from '@refrain/contract/library/kept-albums'
import { fetchLikedSongs } from '@refrain/contract/library/likes'
import { countLimits } from '@refrain/contract/limits'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { answerOf } from '../../testing/start-app.ts'
import { startLibrary } from '../../testing/start-library.ts'
import { starItems, unstarItems } from './stars.ts'

onBothDatabases('stars', openDatabase => {
  async function start() {
    const started = await startLibrary(openDatabase)
    const { app, ada, open } = started
    const { userId } = (await app.findSession(ada['auth-token']))!
    const stars = async () => ({
      tracks: await answerOf(app, fetchLikedSongs, {}, ada),
      albums: await answerOf(app, fetchKeptAlbumIds, {}, ada),
      artists: (await answerOf(app, fetchFollowingArtists, {}, ada)).artistsArr,
    })
    const star = (ids: object) => starItems(open.db, userId, { tracks: [], albums: [], artists: [], ...ids })
    const unstar = (ids: object) =>
      unstarItems(open.db, userId, { tracks: [], albums: [], artists: [], ...ids })
    return { ...started, userId, stars, star, unstar }
  }

  it('like tracks, keep albums and follow artists, and undo all of it (SUB-100)', async () => {
    const { app, artist, album, tracks, stars, star, unstar } = await start()
    const followers = async () => (await answerOf(app, fetchArtist, { artistid: artist })).artist.followers
    const all = { tracks: [tracks[1], tracks[0], tracks[1]], albums: [album], artists: [artist, artist] }
    expect(await star(all)).toEqual({ unknown: [], changed: ['likes', 'keptAlbums', 'follows'] })
    expect(await stars()).toEqual({ tracks: [tracks[1], tracks[0]], albums: [album], artists: [artist] })
    expect(await star(all)).toEqual({ unknown: [], changed: [] })
    expect(await followers()).toBe(1)
    expect(await unstar({ ...all, tracks: [tracks[1], tracks[3]] })).toEqual({
      ...{ unknown: [], changed: ['likes', 'keptAlbums', 'follows'] },
    })
    expect(await stars()).toEqual({ tracks: [tracks[0]], albums: [], artists: [] })
    expect(await unstar({ ...all, tracks: [tracks[1]] })).toEqual({ unknown: [], changed: [] })
    expect(await followers()).toBe(0)
  })

  it('skip unknown ids and name them (SUB-100)', async () => {
    const { tracks, stars, star } = await start()
    const ids = { tracks: ['gone', tracks[0]], albums: ['no-album'], artists: ['no-artist'] }
    expect(await star(ids)).toEqual({ unknown: ['gone', 'no-album', 'no-artist'], changed: ['likes'] })
    expect(await stars()).toEqual({ tracks: [tracks[0]], albums: [], artists: [] })
  })

  it('change nothing if one of them is beyond its limit', async () => {
    const { open, artist, put, tracks, userId, stars, star } = await start()
    const like = await open.db
      .selectFrom('artists')
      .selectAll()
      .where('id', '=', artist)
      .executeTakeFirstOrThrow()
    for (let at = 0; at < countLimits.follows; at += 500) {
      const ids = Array.from({ length: 500 }, (_, n) => `many${at + n}`)
      await open.db
        .insertInto('artists')
        .values(ids.map(id => ({ ...like, id, search_id: undefined })))
        .execute()
      const rows = ids.map(artist_id => ({ user_id: userId, artist_id, followed_at: 1 }))
      await open.db.insertInto('follows').values(rows).execute()
    }
    const another = await put.artist('Another')
    await expect(star({ tracks: [tracks[0]], artists: [another] })).rejects.toMatchObject({ statusCode: 409 })
    expect((await stars()).tracks).toEqual([])
  })
})
