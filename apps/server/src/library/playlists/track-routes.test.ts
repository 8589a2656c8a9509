import { crudPlaylist } from '@refrain/contract/compat/library'
import { appendLikedSongs } from '@refrain/contract/library/likes'
import {
  addTracksToPlaylist,
  deleteTrackFromPlaylist,
  movePlaylistTrack,
} from '@refrain/contract/library/playlist-tracks'
import { deletePlaylist, fetchPlaylist, updatePlaylist } from '@refrain/contract/library/playlists'
import { countLimits } from '@refrain/contract/limits'
import type { Operation } from '@refrain/contract/operation'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { readLiveUpdates } from '../../testing/read-live-updates.ts'
import { answerOf, call } from '../../testing/start-app.ts'
import { startLibrary } from '../../testing/start-library.ts'

/** However slow the machine is. */
const SOON = { timeout: 20_000 }

onBothDatabases('tracks of playlists', openDatabase => {
  async function start() {
    const started = await startLibrary(openDatabase)
    const { app, ada } = started
    const list = (await started.create())._id
    const move = (trackId: string, afterTrackId: string | null) =>
      answerOf(app, movePlaylistTrack, { playlistId: list, trackId, afterTrackId }, ada)
    const addAll = (tracksArray: string[]) =>
      answerOf(app, addTracksToPlaylist, { playlistId: list, tracksArray }, ada)
    return { ...started, list, move, addAll }
  }

  it('are appended once and can be read (API-54, API-73, READ-28, PROP-11)', async () => {
    const { app, ada, tracks, list, add } = await start()
    const [one, two] = tracks
    expect(await add(list, two)).toEqual({ tracks: [two], holds: true })
    expect(await add(list, one)).toEqual({ tracks: [two, one], holds: true })
    expect(await add(list, two)).toEqual({ tracks: [two, one], holds: true })
    const read = (trackId?: string) =>
      answerOf(app, crudPlaylist, { playlistId: list, crudMethod: 'read', ...(trackId && { trackId }) }, ada)
    expect(await read()).toEqual({ tracks: [two, one] })
    expect(await read(one)).toEqual({ tracks: [two, one], holds: true })
    expect(await read(tracks[2])).toEqual({ tracks: [two, one], holds: false })
    // Made, and changed twice.
    expect((await answerOf(app, fetchPlaylist, { id: list }, ada)).version).toBe(3)
  })

  it('can be added with the cookie, but not by another site (API-54, READ-26)', async () => {
    const { app, ada, tracks, list, tracksOf } = await start()
    const cookie = `token=${ada['auth-token']}`
    const input = { playlistId: list, trackId: tracks[0], crudMethod: 'add' } as const
    const status = async (headers: Record<string, string>) =>
      (await call(app, crudPlaylist, input, headers)).statusCode
    expect(await status({})).toBe(401)
    expect(await status({ cookie, 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await status({ cookie, origin: 'https://evil.example' })).toBe(403)
    expect(await tracksOf(list)).toEqual([])
    expect(await status({ cookie, 'sec-fetch-site': 'same-origin' })).toBe(200)
    expect(await tracksOf(list)).toEqual([tracks[0]])
  })

  it('are rejected for an unknown track or method (API-54)', async () => {
    const { app, ada, list, tracks } = await start()
    const status = async (input: object) =>
      (await call(app, crudPlaylist, { playlistId: list, ...input } as never, ada)).statusCode
    expect(await status({ crudMethod: 'add', trackId: 'tr9' })).toBe(404)
    expect(await status({ crudMethod: 'add' })).toBe(400)
    expect(await status({ crudMethod: 'remove', trackId: tracks[0] })).toBe(400)
    expect(await status({ crudMethod: 'read', user: 'x' })).toBe(400)
  })

  it('can be added in bulk, skipping existing, unknown and repeated ones (PROP-19)', async () => {
    const { tracks, list, add, addAll, tracksOf } = await start()
    const [one, two, three] = tracks
    await add(list, two)
    expect((await addAll([one, 'unknown', two, one, three])).tracks).toEqual([two, one, three])
    const before = await addAll([one, two])
    expect(before.version).toBe((await addAll([three])).version)
    expect(await tracksOf(list)).toEqual([two, one, three])
  })

  it('can be removed; removing a missing one changes nothing (API-53, READ-42)', async () => {
    const { app, ada, tracks, list, addAll } = await start()
    const [one, two, three] = tracks
    await addAll([one, two, three])
    const remove = (trackId: string) =>
      answerOf(app, deleteTrackFromPlaylist, { trackId, playlistId: list }, ada)
    const removed = await remove(two)
    expect(removed.tracks).toEqual([one, three])
    expect(await remove(two)).toEqual(removed)
    expect(await remove('unknown')).toEqual(removed)
  })

  it('keep their order when added concurrently (API-54)', async () => {
    const { tracks, list, add, tracksOf } = await start()
    await Promise.all([...tracks, ...tracks].map(track => add(list, track)))
    const held = await tracksOf(list)
    expect(held.toSorted()).toEqual(tracks.toSorted())
    expect(await tracksOf(list)).toEqual(held)
  })

  it('can be moved after another one, or to the beginning (movePlaylistTrack)', async () => {
    const { app, ada, tracks, list, move, addAll } = await start()
    const [one, two, three, four] = tracks
    await addAll(tracks)
    expect((await move(four, one)).tracks).toEqual([one, four, two, three])
    expect((await move(three, null)).tracks).toEqual([three, one, four, two])
    expect((await move(three, two)).tracks).toEqual([one, four, two, three])
    expect((await move(one, three)).tracks).toEqual([four, two, three, one])
    expect((await move(one, three)).tracks).toEqual([four, two, three, one])
    const input = { playlistId: list, trackId: one, afterTrackId: one }
    expect((await call(app, movePlaylistTrack, input, ada)).statusCode).toBe(400)
    await answerOf(app, deleteTrackFromPlaylist, { trackId: two, playlistId: list }, ada)
    for (const gone of [
      { trackId: two, afterTrackId: one },
      { trackId: two, afterTrackId: null },
      { trackId: one, afterTrackId: two },
      { trackId: 'unknown', afterTrackId: one },
    ])
      expect((await call(app, movePlaylistTrack, { playlistId: list, ...gone }, ada)).statusCode).toBe(404)
  })

  it('keep their order under many concurrent moves to the same position', async () => {
    const { tracks, list, move, addAll, tracksOf } = await start()
    const [one, two, three, four] = tracks
    await addAll(tracks)
    for (let n = 0; n < 20; n++) {
      await move(three, one)
      await move(two, one)
    }
    expect(await tracksOf(list)).toEqual([one, two, three, four])
    await Promise.all([move(four, null), move(four, one), move(two, four), move(four, null)])
    const held = await tracksOf(list)
    expect(held.toSorted()).toEqual(tracks.toSorted())
    expect(new Set(held).size).toBe(4)
  })

  // Writing 10,000 tracks of one album takes long on a busy machine.
  it('are limited to 10,000, and moving one writes one row (PLD-06)', { timeout: 120_000 }, async () => {
    const { open, app, ada, tracks, list, add, addAll, tracksOf, move } = await start()
    const { search_id: _, ...like } = (await open.db
      .selectFrom('tracks')
      .selectAll()
      .where('id', '=', tracks[0])
      .executeTakeFirstOrThrow()) as Record<string, unknown>
    const ids = Array.from(
      { length: countLimits.playlistTracks },
      (_, n) => `many${String(n).padStart(5, '0')}`,
    )
    for (let at = 0; at < ids.length; at += 500) {
      const rows = ids.slice(at, at + 500).map(id => ({ ...like, id, url: id }) as never)
      await open.db.insertInto('tracks').values(rows).execute()
    }
    await add(list, tracks[0])
    const tooMany = { playlistId: list, tracksArray: ids }
    expect((await call(app, addTracksToPlaylist, tooMany, ada)).statusCode).toBe(409)
    expect(await tracksOf(list)).toEqual([tracks[0]])
    await addAll(ids.slice(1))
    const another = { playlistId: list, trackId: tracks[1], crudMethod: 'add' } as const
    expect((await call(app, crudPlaylist, another, ada)).statusCode).toBe(409)
    const positions = async () => {
      const rows = await open.db
        .selectFrom('playlist_tracks')
        .select(['track_id', 'position'])
        .orderBy('track_id')
        .execute()
      return rows.map(row => `${row.track_id} ${row.position}`)
    }
    const before = new Set(await positions())
    const { tracks: moved } = await move(ids[5000]!, tracks[0])
    expect(moved.slice(0, 3)).toEqual([tracks[0], ids[5000], ids[1]])
    expect((await positions()).filter(row => !before.has(row))).toHaveLength(1)
  })

  it("is nobody else's to read or change, in the words for a playlist that is not there (PROP-13, ROLE-10)", async () => {
    const { app, ada, grace, tracks, list, addAll, tracksOf } = await start()
    await addAll([tracks[0], tracks[1]])
    const calls: [Operation, (id: string) => object][] = [
      [fetchPlaylist, id => ({ id })],
      [updatePlaylist, id => ({ playlistId: id, title: 'Mine now', profile_path: '' })],
      [deletePlaylist, id => ({ playlistId: id })],
      [deleteTrackFromPlaylist, id => ({ playlistId: id, trackId: tracks[0] })],
      [crudPlaylist, id => ({ playlistId: id, crudMethod: 'read' })],
      [crudPlaylist, id => ({ playlistId: id, crudMethod: 'add', trackId: tracks[2] })],
      [addTracksToPlaylist, id => ({ playlistId: id, tracksArray: [tracks[2]] })],
      [movePlaylistTrack, id => ({ playlistId: id, trackId: tracks[1], afterTrackId: null })],
    ]
    for (const [operation, input] of calls) {
      const hers = await call(app, operation, input(list) as never, grace)
      const nobodys = await call(app, operation, input('unknown') as never, grace)
      expect([operation.name, hers.statusCode, hers.json().error]).toEqual([
        operation.name,
        404,
        nobodys.json().error,
      ])
      expect((await call(app, operation, input(list) as never)).statusCode).toBe(401)
      expect((await call(app, operation, input('../x') as never, ada)).statusCode).toBe(400)
    }
    expect(await tracksOf(list)).toEqual([tracks[0], tracks[1]])
    expect((await answerOf(app, fetchPlaylist, { id: list }, ada)).title).toBe('My Playlist #1')
  })

  it('are published to the listener’s other tabs when they change', async () => {
    const { app, ada, tracks, list, addAll, move } = await start()
    const page = await readLiveUpdates(app, ada)
    // PostgreSQL may tell of the playlist's creation only now, but tells in order.
    await answerOf(app, appendLikedSongs, { trackId: tracks[0] }, ada)
    await expect.poll(() => page.kinds, SOON).toContain('likes')
    const before = page.kinds.length
    await addAll([tracks[0], tracks[1]])
    await move(tracks[1], null)
    await answerOf(app, deleteTrackFromPlaylist, { playlistId: list, trackId: tracks[0] }, ada)
    await expect.poll(() => page.kinds.slice(before), SOON).toEqual(Array(3).fill('playlists'))
  })
})
