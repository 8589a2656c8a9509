import { crudPlaylist } from '@refrain/contract/compat/library'
import { isEntryId } from '@refrain/contract/entry-ids'
import { appendLikedSongs } from '@refrain/contract/library/likes'
import {
  addTracksToPlaylist,
  deleteTrackFromPlaylist,
  editPlaylist as editOperation,
  movePlaylistTrack,
  removePlaylistEntry,
} from '@refrain/contract/library/playlist-tracks'
import { createFilledPlaylist, fetchPlaylist, likedSongsId } from '@refrain/contract/library/playlists'
import { fetchOwnData } from '@refrain/contract/own-data'
import { afterEach, expect, it, vi } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { readLiveUpdates } from '../../testing/read-live-updates.ts'
import { answerOf, call } from '../../testing/start-app.ts'
import { startLibrary } from '../../testing/start-library.ts'
import { editPlaylist } from './edit-playlist.ts'

afterEach(() => vi.useRealTimers())

onBothDatabases('repeated tracks of playlists', openDatabase => {
  /** A playlist of the tracks one, two, one, three, one. */
  async function start() {
    const started = await startLibrary(openDatabase)
    const { app, ada, tracks } = started
    const [one, two, three, four] = tracks
    const filled = await answerOf(
      app,
      createFilledPlaylist,
      { title: 'Rounds', tracks: [one, two, one, 'unknown', three, one] },
      ada,
    )
    const playlistId = filled._id
    const [, , again = '', , last = ''] = filled.entryIds ?? []
    const edit = (given: object) => answerOf(app, editOperation, { playlistId, ...given }, ada)
    const read = () => answerOf(app, fetchPlaylist, { id: playlistId }, ada)
    const { userId } = (await app.findSession(ada['auth-token']))!
    return { ...started, again, last, one, two, three, four, filled, playlistId, edit, read, userId }
  }

  it('keep each place, and each has a key (SUB-109, SUB-110)', async () => {
    const { one, two, three, again, last, filled, read, tracks } = await start()
    expect(filled.tracks).toEqual([one, two, one, three, one])
    expect(filled.entryIds).toEqual([one, two, again, three, last])
    expect([again, last].every(isEntryId)).toBe(true)
    expect(new Set([one, again, last]).size).toBe(3)
    expect(await read()).toEqual(filled)
    expect(tracks).toContain(one)
  })

  it('are not added by adding tracks as the pages do (SUB-110)', async () => {
    const { app, ada, one, four, playlistId, read } = await start()
    await answerOf(app, crudPlaylist, { playlistId, trackId: one, crudMethod: 'add' }, ada)
    await answerOf(app, addTracksToPlaylist, { playlistId, tracksArray: [one, four, four] }, ada)
    expect((await read()).tracks.slice(4)).toEqual([one, four])
  })

  it('are removed one by one, or all with their track', async () => {
    const { app, ada, one, two, three, again, last, playlistId, read } = await start()
    const remove = (entryId: string) => answerOf(app, removePlaylistEntry, { playlistId, entryId }, ada)
    expect((await remove(again)).tracks).toEqual([one, two, three, one])
    const removed = await remove(one)
    expect(removed.tracks).toEqual([two, three, one])
    expect(removed.entryIds).toEqual([two, three, last])
    expect((await remove(one)).version).toBe(removed.version)
    await answerOf(app, deleteTrackFromPlaylist, { playlistId, trackId: one }, ada)
    expect((await read()).tracks).toEqual([two, three])
    expect((await call(app, removePlaylistEntry, { playlistId, entryId: 'x.y' }, ada)).statusCode).toBe(400)
  })

  it('get numbers that were not used before: a page that has not seen a removal removes nothing else', async () => {
    const { app, ada, one, two, three, last, playlistId, edit } = await start()
    const remove = () => answerOf(app, removePlaylistEntry, { playlistId, entryId: last }, ada)
    await remove()
    await edit({ added: [one] })
    expect((await remove()).tracks).toEqual([one, two, one, three, one])
  })

  it('are moved one by one, also when positions are renumbered (movePlaylistTrack)', async () => {
    const { app, ada, one, two, three, again, last, playlistId } = await start()
    const move = async (trackId: string, afterTrackId: string | null) =>
      (await answerOf(app, movePlaylistTrack, { playlistId, trackId, afterTrackId }, ada)).entryIds
    expect(await move(last, null)).toEqual([last, one, two, again, three])
    expect(await move(one, again)).toEqual([last, two, again, one, three])
    for (let n = 0; n < 20; n++) {
      await move(again, two)
      await move(one, two)
    }
    expect(await move(three, null)).toEqual([three, last, two, one, again])
    const gone = { playlistId, trackId: `${three}.7`, afterTrackId: null }
    expect((await call(app, movePlaylistTrack, gone, ada)).statusCode).toBe(404)
  })

  it('are removed by their places as they were, then tracks are added (SUB-111)', async () => {
    const { one, two, three, four, edit } = await start()
    const edited = await edit({ removed: [0, 2, 2, 99], added: [two, 'unknown', four, two], comment: 'A\nB' })
    expect(edited.tracks).toEqual([two, three, one, two, four, two])
    expect(new Set(edited.entryIds).size).toBe(6)
    expect([edited.comment, edited.version]).toEqual(['A\nB', 2])
    expect((await edit({ removed: [99], added: ['unknown'], comment: 'A\nB' })).version).toBe(2)
  })

  it('replace all others (SUB-109)', async () => {
    const { open, userId, playlistId, one, two, edit } = await start()
    const replaced = await edit({ removed: 'all', added: [two, two, one] })
    expect([replaced.tracks, replaced.entryIds]).toEqual([
      [two, two, one],
      [two, expect.stringMatching(new RegExp(`^${two}\\.\\d+$`)), one],
    ])
    const renamed = await editPlaylist(open.db, userId, playlistId, { title: 'No', removed: 'all' })
    expect([renamed.title, renamed.tracks]).toEqual(['No', []])
  })

  it('move the time of the last change (SUB-108)', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 4, 3) })
    const { filled, one, edit } = await start()
    expect(filled.changedAt).toBe(filled.createdAt)
    vi.setSystemTime(Date.UTC(2026, 4, 4))
    expect((await edit({ added: [one] })).changedAt).toBe('2026-05-04T00:00:00.000Z')
  })

  it('are no likes: each is liked once, in order, and Liked Songs has no comment (SUB-111)', async () => {
    const { app, ada, one, two, three, userId } = await start()
    await answerOf(app, appendLikedSongs, { trackId: one }, ada)
    const playlistId = likedSongsId(userId)
    const liked = await answerOf(
      app,
      editOperation,
      { playlistId, removed: [0], added: [two, three, two] },
      ada,
    )
    expect([liked.tracks, liked.entryIds]).toEqual([[two, three], undefined])
    const refused = await call(app, editOperation, { playlistId, added: [one], comment: 'x' }, ada)
    expect(refused.statusCode).toBe(403)
    expect((await answerOf(app, fetchPlaylist, { id: playlistId }, ada)).tracks).toEqual([two, three])
  })

  it('are exported in their order', async () => {
    const { app, ada, one, two, three } = await start()
    const { playlists } = await answerOf(app, fetchOwnData, {}, ada)
    expect(playlists[0]?.songs.map(song => song._id)).toEqual([one, two, one, three, one])
  })

  it('are published to the listener’s other tabs', async () => {
    const { app, ada, one, playlistId, edit } = await start()
    const page = await readLiveUpdates(app, ada)
    await edit({ added: [one] })
    await answerOf(app, removePlaylistEntry, { playlistId, entryId: one }, ada)
    await expect.poll(() => page.kinds.slice(-2), { timeout: 10_000 }).toEqual(['playlists', 'playlists'])
  })
})
