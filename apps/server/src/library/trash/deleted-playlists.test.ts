import { appendLikedSongs, fetchLikedSongs, fetchLikedTracksPlaylist } from '@refrain/contract/library/likes'
import { addTracksToPlaylist, movePlaylistTrack } from '@refrain/contract/library/playlist-tracks'
import {
  deletePlaylist,
  fetchPlaylist,
  fetchUserPlaylists,
  restorePlaylist,
  updatePlaylist,
} from '@refrain/contract/library/playlists'
import { countLimits } from '@refrain/contract/limits'
import { fetchOwnData } from '@refrain/contract/own-data'
import { afterEach, expect, it, vi } from 'vitest'
import { write } from '../../database/retry.ts'
import { CLEAN_UP_INTERVAL_MS } from '../../jobs/clean-ups.ts'
import { deleteUnusedBefore } from '../../media/uploads/upload-store.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { readLiveUpdates } from '../../testing/read-live-updates.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'
import { startLibrary } from '../../testing/start-library.ts'
import { emptyPlaylistTrash } from './deleted-playlist-store.ts'
import { moveToTrash, restoreFromTrash } from './trash-store.ts'

const DAY = 86_400_000

afterEach(() => vi.useRealTimers())

onBothDatabases('deleted playlists', openDatabase => {
  async function start() {
    const started = await startLibrary(openDatabase)
    const { open, app, ada, tracks } = started
    const remove = (playlistId: string) => answerOf(app, deletePlaylist, { playlistId }, ada)
    const restore = (playlistId: string, who: Record<string, string> = ada) =>
      call(app, restorePlaylist, { playlistId }, who)
    const restored = (playlistId: string) => answerOf(app, restorePlaylist, { playlistId }, ada)
    const like = (trackId: string) => answerOf(app, appendLikedSongs, { trackId }, ada)
    const liked = () => answerOf(app, fetchLikedSongs, {}, ada)
    const entriesOf = (playlistId: string) =>
      open.db
        .selectFrom('playlist_tracks')
        .selectAll()
        .where('playlist_id', '=', playlistId)
        .orderBy('position')
        .execute()
    /** Tracks in another order than that of their addition, one of them twice, each added at another time. */
    async function fill(playlistId: string) {
      const [one, two] = tracks
      await answerOf(app, addTracksToPlaylist, { playlistId, tracksArray: [one, two] }, ada)
      await answerOf(app, movePlaylistTrack, { playlistId, trackId: two, afterTrackId: null }, ada)
      for (const [n, row] of (await entriesOf(playlistId)).entries())
        await open.db
          .updateTable('playlist_tracks')
          .set({ added_at: 1_000 + n })
          .where('playlist_id', '=', playlistId)
          .where('track_id', '=', row.track_id)
          .execute()
    }
    /** Takes a track out of the catalogue as an import does. @returns brings it back */
    async function forget(trackId: string) {
      const row = await open.db
        .selectFrom('tracks')
        .selectAll()
        .where('id', '=', trackId)
        .executeTakeFirstOrThrow()
      await write(open.db, async tx => {
        await moveToTrash(tx, [{ id: trackId, audio_id: trackId, forgotten_at: Date.now() }])
        await tx.deleteFrom('tracks').where('id', '=', trackId).execute()
      })
      return () =>
        write(open.db, async tx => {
          const { search_id: _, ...track } = row as Record<string, unknown>
          await tx
            .insertInto('tracks')
            .values(track as never)
            .execute()
          await restoreFromTrash(tx, [trackId])
        })
    }
    return { ...started, remove, restore, restored, like, liked, entriesOf, fill, forget }
  }

  it('return with id, title, order and times, once (PROP-26)', async () => {
    const { app, ada, create, remove, restore, restored, entriesOf, fill } = await start()
    const { _id: id } = await create()
    await fill(id)
    await answerOf(app, updatePlaylist, { playlistId: id, title: 'Rainy days', profile_path: '' }, ada)
    const before = await answerOf(app, fetchPlaylist, { id }, ada)
    const entries = await entriesOf(id)
    await remove(id)
    expect(await answerOf(app, fetchUserPlaylists, {}, ada)).toEqual([])
    const back = await restored(id)
    expect(back).toEqual({ ...before, version: before.version + 1, changedAt: back.changedAt })
    expect(await entriesOf(id)).toEqual(entries)
    // A repeated call changes nothing.
    expect(await restored(id)).toEqual(back)
    expect(await answerOf(app, fetchUserPlaylists, {}, ada)).toEqual([back])
    expect((await restore('nobody-has-this-id')).statusCode).toBe(404)
  })

  it('return to their owner alone', async () => {
    const { ada, grace, create, remove, restore, open } = await start()
    const { _id: id } = await create()
    await remove(id)
    expect((await restore(id, grace)).statusCode).toBe(404)
    expect((await restore(id, {})).statusCode).toBe(401)
    expect(await open.db.selectFrom('playlists').selectAll().execute()).toEqual([])
    expect((await restore(id, ada)).statusCode).toBe(200)
  })

  it('are published when restored', async () => {
    const { app, ada, create, like, tracks, remove, restored } = await start()
    const page = await readLiveUpdates(app, ada)
    const { _id: id } = await create()
    await like(tracks[0])
    const { _id: likedId } = await answerOf(app, fetchLikedTracksPlaylist, {}, ada)
    await remove(id)
    await remove(likedId)
    await restored(id)
    await restored(likedId)
    await expect
      .poll(() => page.kinds, { timeout: 10_000 })
      .toEqual(Array(3).fill(['playlists', 'likes']).flat())
  })

  it('return as likes with their order and times, merged with what was liked since (PROP-26, READ-01)', async () => {
    const { app, ada, tracks, like, liked, remove, restored, entriesOf, fill } = await start()
    const [one, two, three] = tracks
    await like(one)
    await like(two)
    const { _id: id } = await answerOf(app, fetchLikedTracksPlaylist, {}, ada)
    await fill(id)
    const entries = await entriesOf(id)
    await remove(id)
    expect(await liked()).toEqual([])
    const alone = await restored(id)
    expect(await entriesOf(id)).toEqual(entries)
    await remove(id)
    await like(three)
    await like(one)
    const since = (await entriesOf(id)).find(row => row.track_id === three)
    const back = await restored(id)
    expect(await liked()).toEqual([two, one, three])
    const merged = await entriesOf(id)
    expect(merged.slice(0, 2)).toEqual(entries)
    expect(merged[2]).toMatchObject({ track_id: three, added_at: since?.added_at })
    expect(back.version).toBeGreaterThan(alone.version)
    expect((await restored(id)).version).toBe(back.version)
  })

  it('of Liked Songs is the last deletion', async () => {
    const { app, ada, tracks, like, liked, remove, restore, restored } = await start()
    const { _id: id } = await answerOf(app, fetchLikedTracksPlaylist, {}, ada)
    expect((await restore(id)).statusCode).toBe(404)
    for (const track of [tracks[0], tracks[1]]) {
      await like(track)
      await remove(id)
    }
    await restored(id)
    expect(await liked()).toEqual([tracks[1]])
  })

  it('return without tracks that were forgotten meanwhile, which take their places when they return', async () => {
    const { tracks, create, add, remove, restored, tracksOf, forget } = await start()
    const [one, two, three, four] = tracks
    const { _id: id } = await create()
    for (const track of tracks) await add(id, track)
    const bringOneBack = await forget(one)
    await remove(id)
    const bringTwoBack = await forget(two)
    await (await forget(three))()
    expect((await restored(id)).tracks).toEqual([three, four])
    await bringTwoBack()
    await bringOneBack()
    expect(await tracksOf(id)).toEqual([one, two, three, four])
  })

  it('keep their pictures, unless those are used elsewhere by then', async () => {
    const { app, open, ada, create, remove, restored } = await start()
    const { userId } = (await app.findSession(ada['auth-token']))!
    const picture = 'picture'.padEnd(22, 'x')
    const { _id: id } = await create()
    const { _id: other } = await create()
    const row = {
      id: picture,
      user_id: userId,
      playlist_id: null,
      bytes: 9,
      color: '#123456',
      thumbhash: 'h',
    }
    await open.db
      .insertInto('uploads')
      .values({ ...row, kept_at: 1 })
      .execute()
    const show = (playlistId: string) =>
      answerOf(app, updatePlaylist, { playlistId, title: 'Shown', profile_path: `${picture}.jpg` }, ada)
    await show(id)
    await remove(id)
    expect(await write(open.db, tx => deleteUnusedBefore(tx, Date.now()))).toBe(false)
    expect(await restored(id)).toMatchObject({ profile_path: `${picture}.jpg`, color: '#123456' })
    expect(await open.db.selectFrom('uploads').select('playlist_id').execute()).toEqual([{ playlist_id: id }])
    await remove(id)
    await show(other)
    expect(await restored(id)).toMatchObject({ profile_path: '', thumbhash: '' })
    await remove(other)
    await write(open.db, tx => emptyPlaylistTrash(tx, Date.now() + DAY))
    expect(await write(open.db, tx => deleteUnusedBefore(tx, Date.now()))).toBe(true)
  })

  it('are refused once the listener has too many playlists or tracks (PROP-26)', async () => {
    const { app, open, ada, tracks, create, add, remove, restore, restored, like, liked } = await start()
    const { _id: id } = await create()
    await add(id, tracks[0])
    await remove(id)
    const template = await create()
    const own = await open.db.selectFrom('playlists').selectAll().executeTakeFirstOrThrow()
    const others = Array.from({ length: countLimits.playlists - 1 }, (_, n) => ({ ...own, id: `other${n}` }))
    await open.db.insertInto('playlists').values(others).execute()
    expect((await restore(id)).statusCode).toBe(409)
    await open.db.deleteFrom('playlists').where('id', '=', 'other0').execute()
    expect((await restored(id)).tracks).toEqual([tracks[0]])
    await remove(template._id)

    await like(tracks[0])
    const { _id: likedId } = await answerOf(app, fetchLikedTracksPlaylist, {}, ada)
    await remove(likedId)
    await like(tracks[1])
    const row = await open.db.selectFrom('tracks').selectAll().executeTakeFirstOrThrow()
    const { search_id: _, ...track } = row as Record<string, unknown>
    const ids = Array.from({ length: countLimits.playlistTracks - 1 }, (_, n) => `t${n}`)
    for (let at = 0; at < ids.length; at += 500) {
      const some = ids.slice(at, at + 500)
      await open.db
        .insertInto('tracks')
        .values(some.map(each => ({ ...track, id: each, url: each }) as never))
        .execute()
      const places = some.map((track_id, n) => ({ playlist_id: likedId, track_id, position: n, added_at: 1 }))
      await open.db.insertInto('playlist_tracks').values(places).execute()
    }
    expect((await restore(likedId)).statusCode).toBe(409)
    expect(await liked()).toHaveLength(countLimits.playlistTracks)
  })

  it('are gone after a day, ignoring jumps of the clock (PROP-26)', async () => {
    const { open, ada, create, remove } = await start()
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const app = await startApp(open)
    const now = Date.now()
    const [old, young] = [await create(), await create()]
    for (const { _id: id } of [old, young]) await remove(id)
    const left = () => open.db.selectFrom('deleted_playlists').select('id').execute()
    await open.db
      .updateTable('deleted_playlists')
      .set({ deleted_at: now - DAY - 1 })
      .where('id', '=', old._id)
      .execute()
    expect((await call(app, restorePlaylist, { playlistId: old._id }, ada)).statusCode).toBe(404)
    vi.setSystemTime(now + 10 * DAY)
    vi.advanceTimersByTime(CLEAN_UP_INTERVAL_MS)
    await vi.waitFor(async () => expect(await left()).toEqual([{ id: young._id }]), { timeout: 20_000 })
    await write(open.db, tx => emptyPlaylistTrash(tx, now + 2 * DAY))
    expect(await left()).toEqual([])
  })

  it('make room for later ones', async () => {
    const { open, create, remove } = await start()
    const { _id: id } = await create()
    const own = await open.db.selectFrom('playlists').selectAll().executeTakeFirstOrThrow()
    const { changed_at: _, ...row } = own
    const trashed = (name: string, deleted_at: number, entries: number) =>
      open.db
        .insertInto('deleted_playlists')
        .values({ ...row, id: name, deleted_at, entries })
        .execute()
    await trashed('oldest', 1, 1)
    await trashed('older', 2, 1)
    await trashed('large', 3, countLimits.tracksOfAllPlaylists - 1)
    const left = async () =>
      (await open.db.selectFrom('deleted_playlists').select('id').orderBy('deleted_at').execute()).map(
        each => each.id,
      )
    await remove(id)
    expect(await left()).toEqual(['older', 'large', id])
    for (let n = 0; n < countLimits.playlists; n++) await trashed(`more${n}`, 10 + n, 0)
    const { _id: last } = await create()
    await remove(last)
    expect(await left()).toHaveLength(countLimits.playlists)
    expect((await left()).slice(-2)).toEqual([id, last])
  })

  it('are part of the exported data (fetchOwnData)', async () => {
    const { app, ada, tracks, create, add, remove } = await start()
    const { _id: id } = await create()
    await add(id, tracks[0])
    await remove(id)
    const { playlists, deletedPlaylists, tracks: named } = await answerOf(app, fetchOwnData, {}, ada)
    expect(playlists).toEqual([])
    expect(deletedPlaylists).toMatchObject([
      {
        _id: id,
        title: 'My Playlist #1',
        deletedAt: expect.any(String),
        songs: [{ _id: tracks[0], title: 'One' }],
      },
    ])
    expect(named.map(track => track.id)).toEqual([tracks[0]])
  })
})
