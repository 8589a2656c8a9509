import {
  fetchAlbumListing,
  fetchArtistListing,
  fetchOwnAlbumListing,
  fetchOwnArtistListing,
  fetchOwnSongListing,
  fetchSongListing,
} from '@refrain/contract/catalogue/listings/operations'
import { expect, it } from 'vitest'
import { onEmbedded } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { signUp } from '../../testing/sign-up.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'

onEmbedded('calls for listings in a chosen order', open => {
  it('answer in pages that go on from each other, most played first', async () => {
    const opened = await open()
    const app = await startApp(opened)
    const put = seed(opened.db)
    const artist = await put.artist('Ada')
    const album = await put.album('Weather', artist)
    for (let n = 0; n < 60; n++) await put.track(`Song ${n}`, album, [artist], { play_count: n })
    const first = await answerOf(app, fetchSongListing, { sort: 'plays' })
    const next = await answerOf(app, fetchSongListing, { sort: 'plays', after: first.next! })
    expect([...first.songs, ...next.songs].map(song => song.playCount)).toEqual(
      Array.from({ length: 60 }, (_, n) => 59 - n),
    )
    expect(next.next).toBeUndefined()
    const from = await answerOf(app, fetchAlbumListing, { sort: 'name', from: 'x' })
    expect([
      from.albums,
      (await answerOf(app, fetchArtistListing, { sort: 'added' })).artists.length,
    ]).toEqual([[], 1])
    for (const [from, found] of [
      ['Wé', 1],
      ['«W', 1],
      ['WF', 0],
    ] as const)
      expect((await answerOf(app, fetchAlbumListing, { sort: 'name', from })).albums.length, from).toBe(found)
    const wrong = await call(app, fetchSongListing, { sort: 'name', after: first.next! })
    expect([wrong.statusCode, wrong.json().error]).toEqual([
      400,
      'The position "after" is not one that this listing has given.',
    ])
  })

  it('answer members by what they have done themselves', async () => {
    const opened = await open()
    const app = await startApp(opened)
    const put = seed(opened.db)
    const artist = await put.artist('Ada')
    await put.track('Rain', await put.album('Weather', artist), [artist])
    const headers = await signUp(app)
    const own = await answerOf(app, fetchOwnSongListing, { sort: 'name', unplayed: true }, headers)
    const kept = await answerOf(app, fetchOwnAlbumListing, { sort: 'name', liked: true }, headers)
    const followed = await answerOf(app, fetchOwnArtistListing, { sort: 'lastPlayed' }, headers)
    expect([own.songs.length, kept.albums, followed.artists]).toEqual([1, [], []])
    expect((await call(app, fetchOwnSongListing, { sort: 'name' })).statusCode).toBe(401)
  })
})
