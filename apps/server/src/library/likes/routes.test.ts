import { crudPlaylist, fetchLikedTracks } from '@refrain/contract/compat/library'
import { appendLikedSongs, fetchLikedSongs, fetchLikedTracksPlaylist } from '@refrain/contract/library/likes'
import { deleteTrackFromPlaylist } from '@refrain/contract/library/playlist-tracks'
import {
  deletePlaylist,
  fetchPlaylist,
  fetchUserPlaylists,
  updatePlaylist,
} from '@refrain/contract/library/playlists'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { readLiveUpdates } from '../../testing/read-live-updates.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'
import { startLibrary } from '../../testing/start-library.ts'

onBothDatabases('likes', openDatabase => {
  async function start() {
    const started = await startLibrary(openDatabase)
    const { app, ada } = started
    const like = (trackId: string, who = ada) => answerOf(app, appendLikedSongs, { trackId }, who)
    const liked = (who = ada) => answerOf(app, fetchLikedSongs, {}, who)
    const likedSongs = (who = ada) => answerOf(app, fetchLikedTracksPlaylist, {}, who)
    return { ...started, like, liked, likedSongs }
  }

  it('are stored once each, in order, and returned as playlist, records and ids (API-55 to API-58, READ-68, ROLE-06, ENT-12, PLD-23)', async () => {
    const { app, ada, tracks, like, liked, likedSongs } = await start()
    const [one, two] = tracks
    expect(await like(two)).toEqual({ success: true })
    await like(one)
    await like(two)
    expect(await liked()).toEqual([two, one])
    expect(await likedSongs()).toMatchObject({ type: 'liked', title: 'Liked Songs', tracks: [two, one] })
    const records = await answerOf(app, fetchLikedTracks, {}, ada)
    expect(records.map(track => track.title)).toEqual(['Two', 'One'])
  })

  it('create one Liked Songs by concurrent first likes, with the same id as before (API-55, API-58, PROP-25)', async () => {
    const { open, app, ada, tracks, like, liked, likedSongs } = await start()
    const before = await likedSongs()
    expect(before).toMatchObject({ type: 'liked', tracks: [] })
    expect(await answerOf(app, fetchPlaylist, { id: before._id }, ada)).toEqual(before)
    expect(await open.db.selectFrom('playlists').selectAll().execute()).toEqual([])
    await Promise.all([...tracks, ...tracks].map(track => like(track)))
    expect((await likedSongs())._id).toBe(before._id)
    expect((await liked()).toSorted()).toEqual(tracks.toSorted())
    expect(await open.db.selectFrom('playlists').selectAll().execute()).toHaveLength(1)
    expect(await answerOf(app, fetchUserPlaylists, {}, ada)).toEqual([])
  })

  it('can be removed from and added to Liked Songs (API-53, API-54, READ-50, READ-68)', async () => {
    const { app, ada, tracks, like, liked, likedSongs } = await start()
    const { _id: playlistId } = await likedSongs()
    const [one, two] = tracks
    await answerOf(app, crudPlaylist, { playlistId, trackId: two, crudMethod: 'add' }, ada)
    await like(one)
    await answerOf(app, deleteTrackFromPlaylist, { playlistId, trackId: two }, ada)
    await answerOf(app, deleteTrackFromPlaylist, { playlistId, trackId: two }, ada)
    expect(await liked()).toEqual([one])
  })

  it('are deleted with Liked Songs, which starts empty again and cannot be changed otherwise (API-51, API-52, READ-01, PLD-13)', async () => {
    const { app, ada, tracks, like, liked, likedSongs } = await start()
    await like(tracks[0])
    const { _id: playlistId } = await likedSongs()
    const update = { playlistId, title: 'My songs', profile_path: '' }
    expect((await call(app, updatePlaylist, update, ada)).statusCode).toBe(403)
    await answerOf(app, deletePlaylist, { playlistId }, ada)
    expect((await call(app, deletePlaylist, { playlistId }, ada)).statusCode).toBe(404)
    expect(await liked()).toEqual([])
    expect(await likedSongs()).toMatchObject({ _id: playlistId, title: 'Liked Songs', tracks: [] })
    await like(tracks[1])
    expect(await liked()).toEqual([tracks[1]])
  })

  it("are nobody else's, and no guest's (API-55 to API-58, ROLE-10)", async () => {
    const { app, grace, tracks, like, liked, likedSongs } = await start()
    await like(tracks[0])
    const { _id: id } = await likedSongs()
    expect(await liked(grace)).toEqual([])
    expect((await likedSongs(grace))._id).not.toBe(id)
    expect((await call(app, fetchPlaylist, { id }, grace)).statusCode).toBe(404)
    const removal = { playlistId: id, trackId: tracks[0] }
    expect((await call(app, deleteTrackFromPlaylist, removal, grace)).statusCode).toBe(404)
    for (const operation of [fetchLikedSongs, fetchLikedTracks, fetchLikedTracksPlaylist])
      expect((await call(app, operation, {})).statusCode).toBe(401)
    expect((await call(app, appendLikedSongs, { trackId: tracks[0] })).statusCode).toBe(401)
    expect((await call(app, appendLikedSongs, { trackId: 'tr9' }, grace)).statusCode).toBe(404)
    expect(await liked()).toEqual([tracks[0]])
  })

  it('can be read 120 times a minute with each call (API-55 to API-57)', async () => {
    const { open, ada } = await start()
    const app = await startApp(open, { settings: { rateLimitScale: 1 / 60 } })
    for (const read of [fetchLikedTracksPlaylist, fetchLikedTracks, fetchLikedSongs]) {
      const statuses = []
      for (let n = 0; n < 3; n++) statuses.push((await call(app, read, {}, ada)).statusCode)
      expect(statuses).toEqual([200, 200, 429])
    }
  })

  it('are published to the listener’s other tabs', async () => {
    const { app, ada, tracks, like, likedSongs } = await start()
    const page = await readLiveUpdates(app, ada)
    await like(tracks[0])
    const { _id: playlistId } = await likedSongs()
    await answerOf(app, deleteTrackFromPlaylist, { playlistId, trackId: tracks[0] }, ada)
    await answerOf(app, deletePlaylist, { playlistId }, ada)
    await expect.poll(() => page.kinds, { timeout: 10_000 }).toEqual(Array(3).fill('likes'))
  })
})
