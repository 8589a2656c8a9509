import { fetchAllPlaylists } from '@refrain/contract/compat/library'
import {
  createPlaylist,
  deletePlaylist,
  fetchPlaylist,
  fetchUserPlaylists,
  likedSongsId,
  updatePlaylist,
} from '@refrain/contract/library/playlists'
import { countLimits } from '@refrain/contract/limits'
import { toWire } from '@refrain/contract/wire-names'
import { afterEach, expect, it, vi } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { countStatements } from '../../testing/databases/count-statements.ts'
import { readLiveUpdates } from '../../testing/read-live-updates.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'
import { startLibrary } from '../../testing/start-library.ts'
import { readAllPlaylists } from './playlists.ts'

const OWN = 'own'.padEnd(22, 'x')
const FACE = 'face'.padEnd(22, 'x')
const HERS = 'hers'.padEnd(22, 'x')

afterEach(() => vi.useRealTimers())

onBothDatabases('playlists', openDatabase => {
  const start = () => startLibrary(openDatabase)

  it('are created empty with a numbered title, and returned to their listener only, newest first (API-47, API-48, API-50, ENT-11, PROP-24, ROLE-09, ROLE-10)', async () => {
    const { app, ada, grace, create } = await start()
    const first = await create()
    expect(first).toMatchObject({
      type: 'playlist',
      title: 'My Playlist #1',
      profile_path: '',
      tracks: [],
      version: 1,
    })
    await new Promise(resolve => setTimeout(resolve, 2))
    const second = await create()
    expect(second.title).toBe('My Playlist #2')
    expect(await answerOf(app, fetchUserPlaylists, {}, ada)).toEqual([second, first])
    expect(await answerOf(app, fetchPlaylist, { id: first._id }, ada)).toEqual(first)
    expect(await answerOf(app, fetchUserPlaylists, {}, grace)).toEqual([])
    expect((await create(grace)).title).toBe('My Playlist #1')
  })

  it('are listed together with Liked Songs, which always exists (API-49, READ-27)', async () => {
    const { app, ada, create } = await start()
    const made = await create()
    const [liked, ...others] = await answerOf(app, fetchAllPlaylists, {}, ada)
    expect(liked).toMatchObject({ type: 'liked', title: 'Liked Songs', tracks: [] })
    expect(others).toEqual([made])
  })

  it('are created once by repeated requests with an idempotency key within ten minutes (API-47, READ-62)', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 4, 3) })
    const { ada, grace, create } = await start()
    const keyed = { ...ada, 'idempotency-key': 'k1' }
    const made = await create(keyed)
    const again = await Promise.all([create(keyed), create(keyed)])
    expect(again).toEqual([made, made])
    const others = [{ ...ada, 'idempotency-key': 'k2' }, { ...grace, 'idempotency-key': 'k1' }, ada]
    for (const headers of others) expect((await create(headers))._id).not.toBe(made._id)
    vi.setSystemTime(Date.UTC(2026, 4, 3, 0, 10))
    expect((await create(keyed))._id).not.toBe(made._id)
  })

  it('are created once by concurrent requests with the same key (API-47)', async () => {
    const { app, ada, create } = await start()
    const keyed = { ...ada, 'idempotency-key': 'k1' }
    const made = await Promise.all([create(keyed), create(keyed), create(keyed)])
    expect(new Set(made.map(playlist => playlist._id)).size).toBe(1)
    expect(await answerOf(app, fetchUserPlaylists, {}, ada)).toHaveLength(1)
  })

  it('are not created by prefetches, HEAD, cookies or malformed keys (API-47, READ-62)', async () => {
    const { app, ada } = await start()
    const { path: url } = createPlaylist
    const status = async (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
      (await app.inject({ method, url, headers })).statusCode
    expect(await status({ ...ada, 'sec-purpose': 'prefetch;prerender' })).toBe(403)
    expect(await status({ ...ada, purpose: 'prefetch' })).toBe(403)
    expect(await status(ada, 'HEAD')).toBe(405)
    expect(await status({ cookie: `token=${ada['auth-token']}` })).toBe(401)
    expect(await status({ ...ada, 'idempotency-key': 'not an id' })).toBe(400)
    expect(await answerOf(app, fetchUserPlaylists, {}, ada)).toEqual([])
    const made = await app.inject({ url, headers: ada })
    expect(made.headers['cache-control']).toBe('no-store')
  })

  it('are limited to 200, also when created concurrently (API-47)', async () => {
    const { open, app, ada, create } = await start()
    const { _id } = await create()
    const row = await open.db
      .selectFrom('playlists')
      .selectAll()
      .where('id', '=', _id)
      .executeTakeFirstOrThrow()
    const more = Array.from({ length: countLimits.playlists - 2 }, (_, n) => ({ ...row, id: `pl${n}` }))
    await open.db.insertInto('playlists').values(more).execute()
    const statuses = await Promise.all(
      [1, 2, 3].map(async () => (await call(app, createPlaylist, {}, ada)).statusCode),
    )
    expect(statuses.toSorted()).toEqual([200, 409, 409])
  })

  it('accept a title, and a picture uploaded for them or for nothing yet (API-51)', async () => {
    const { open, app, ada, create } = await start()
    const made = await create()
    const other = await create()
    const update = (title: string, profile_path: string, playlistId = made._id) =>
      call(app, updatePlaylist, { playlistId, title, profile_path }, ada)
    const { user_id } = await open.db.selectFrom('playlists').select('user_id').executeTakeFirstOrThrow()
    const grace = await open.db
      .selectFrom('users')
      .select('id')
      .where('id', '<>', user_id)
      .executeTakeFirstOrThrow()
    const upload = { bytes: 1, color: '#112233', thumbhash: 'look', kept_at: 1, playlist_id: null }
    await open.db
      .insertInto('uploads')
      .values([
        { ...upload, id: OWN, user_id },
        { ...upload, id: FACE, user_id },
        { ...upload, id: HERS, user_id: grace.id },
      ])
      .execute()
    await open.db
      .updateTable('users')
      .set({ profile_path: `${FACE}.jpg` })
      .where('id', '=', user_id)
      .execute()
    const changed = (await update('  Rainy \u00a0 days ', `${OWN}.jpg`)).json()
    expect(changed).toEqual({
      ...made,
      changedAt: expect.any(String),
      title: 'Rainy days',
      profile_path: `${OWN}.jpg`,
      color: '#112233',
      thumbhash: 'look',
      version: 2,
    })
    expect(await answerOf(app, fetchPlaylist, { id: made._id }, ada)).toEqual(changed)
    for (const path of [
      `${HERS}.jpg`,
      `${FACE}.jpg`,
      'none.jpg',
      `../${OWN}.jpg`,
      OWN,
      `https://x.org/${OWN}.jpg`,
    ])
      expect([path, (await update('Rainy days', path)).statusCode]).toEqual([path, 400])
    expect((await update('Rainy days', `${OWN}.jpg`, other._id)).statusCode).toBe(400)
    expect((await update('Rainy days', `${OWN}.jpg`)).json().color).toBe('#112233')
    expect((await update('Rainy days', '')).json()).toMatchObject({ profile_path: '', thumbhash: '' })
    // What nothing shows any more is let go.
    const kept = await open.db.selectFrom('uploads').select('id').orderBy('id').execute()
    expect(kept.map(({ id }) => id)).toEqual([FACE, HERS])
  })

  it.each([
    ['', 'Title is required!'],
    ['   ', 'Title is required!'],
    ['ab', 'Title must be at least 3 characters long!'],
    ['x'.repeat(101), 'String must contain at most 100 character(s)'],
    ['Liked Songs', 'Only Liked Songs is called so.'],
    [' LIKED  sóngs ', 'Only Liked Songs is called so.'],
    ['Liked\u200bSongs', undefined],
    ['Liked \u200bSongs', 'Only Liked Songs is called so.'],
    ['Ｌｉｋｅｄ Songs', 'Only Liked Songs is called so.'],
    ['\u200b\u200b\u200b', 'The title has nothing to read.'],
    ['x'.repeat(100), undefined],
    ['雨の日', undefined],
  ])('are called %j, or why not (API-51, VAL-11, VAL-12, PROP-27)', async (title, error) => {
    const { app, ada, create } = await start()
    const { _id: playlistId } = await create()
    const answer = await call(app, updatePlaylist, { playlistId, title, profile_path: '' }, ada)
    expect([answer.statusCode, answer.json().error]).toEqual([error ? 400 : 200, error])
  })

  it('are changed only if If-Match names the current version (API-51)', async () => {
    const { app, ada, create } = await start()
    const { _id: playlistId } = await create()
    const update = async (match: Record<string, string>) =>
      (
        await call(
          app,
          updatePlaylist,
          { playlistId, title: 'Title', profile_path: '' },
          { ...ada, ...match },
        )
      ).statusCode
    expect(await update({ 'if-match': '"1"' })).toBe(200)
    expect(await update({ 'if-match': '"1"' })).toBe(412)
    expect(await update({ 'if-match': '2' })).toBe(200)
    expect(await update({ 'if-match': '"1", "3"' })).toBe(200)
    expect(await update({ 'if-match': '*' })).toBe(200)
    expect(await update({ 'if-match': 'x' })).toBe(412)
    expect(await update({})).toBe(200)
    const both = await Promise.all([update({ 'if-match': '6' }), update({ 'if-match': '6' })])
    expect(both.toSorted()).toEqual([200, 412])
  })

  it('are deleted once, with their entries and nothing else (API-52, PLD-12)', async () => {
    const { open, app, ada, tracks, create, add, tracksOf } = await start()
    const made = await create()
    const other = await create()
    await add(made._id, tracks[0])
    await add(other._id, tracks[0])
    expect(await answerOf(app, deletePlaylist, { playlistId: made._id }, ada)).toEqual({ success: true })
    expect((await call(app, deletePlaylist, { playlistId: made._id }, ada)).statusCode).toBe(404)
    expect((await call(app, fetchPlaylist, { id: made._id }, ada)).statusCode).toBe(404)
    expect(await tracksOf(other._id)).toEqual([tracks[0]])
    expect(await open.db.selectFrom('playlist_tracks').selectAll().execute()).toHaveLength(1)
  })

  it('are published to the listener’s other tabs when created, changed and deleted', async () => {
    const { app, ada, create } = await start()
    const page = await readLiveUpdates(app, ada)
    const { _id: playlistId } = await create()
    await answerOf(app, updatePlaylist, { playlistId, title: 'Title', profile_path: '' }, ada)
    await answerOf(app, deletePlaylist, { playlistId }, ada)
    await expect.poll(() => page.kinds, { timeout: 10_000 }).toEqual(Array(3).fill('playlists'))
  })

  it('can be created 20 times a minute by one listener (API-47)', async () => {
    const { open, ada } = await start()
    const app = await startApp(open, { settings: { rateLimitScale: 1 } })
    const statuses = []
    for (let n = 0; n < 21; n++) statuses.push((await call(app, createPlaylist, {}, ada)).statusCode)
    expect(statuses.slice(19)).toEqual([200, 429])
  })

  it('can be listed 60 times a minute and read 120 times a minute by one listener (API-48 to API-50)', async () => {
    const { open, ada, create } = await start()
    const { _id: id } = await create()
    const app = await startApp(open, { settings: { rateLimitScale: 1 / 30 } })
    for (const list of [fetchUserPlaylists, fetchAllPlaylists]) {
      const statuses = []
      for (let n = 0; n < 3; n++) statuses.push((await call(app, list, {}, ada)).statusCode)
      expect(statuses).toEqual([200, 200, 429])
    }
    const statuses = []
    for (let n = 0; n < 5; n++) statuses.push((await call(app, fetchPlaylist, { id }, ada)).statusCode)
    expect(statuses).toEqual([200, 200, 200, 200, 429])
  })

  it('are read with as few statements if there are many (API-48, API-49)', async () => {
    const { app, ada, tracks, create, add } = await start()
    const readAll = async () => {
      expect(await answerOf(app, fetchUserPlaylists, {}, ada)).toHaveLength(made)
      expect(await answerOf(app, fetchAllPlaylists, {}, ada)).toHaveLength(made + 1)
    }
    let made = 1
    await add((await create())._id, tracks[0])
    await readAll()
    const forOne = await countStatements(readAll)
    for (; made < 20; made++) await add((await create())._id, tracks[0])
    // What others of the service ask meanwhile is counted too.
    expect(await countStatements(readAll)).toBeLessThan(forOne + made)
  })

  it('are read in slices limited by tracks, each playlist complete and in order (API-49, READ-27)', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 4, 3) })
    const { open, app, ada, grace, tracks, create, add } = await start()
    const [one, two, three, four] = tracks
    await add((await create(grace))._id, one, grace)
    for (const held of [[four, one, three, two], [], [two, one], [three]]) {
      const { _id } = await create()
      for (const track of held) await add(_id, track)
      vi.advanceTimersByTime(1_000)
    }
    const { user_id: userId } = await open.db
      .selectFrom('playlists')
      .select('user_id')
      .where('title', '=', 'My Playlist #4')
      .executeTakeFirstOrThrow()
    await add(likedSongsId(userId), two)
    const slices = []
    for await (const slice of readAllPlaylists(open.db, userId, 3)) slices.push(slice)
    expect(slices.map(slice => slice.map(playlist => playlist.tracks))).toEqual([
      [[two], [three]],
      [[two, one], []],
      [[four, one, three, two]],
    ])
    expect(await answerOf(app, fetchAllPlaylists, {}, ada)).toEqual(
      toWire(slices.flat(), fetchAllPlaylists.outputNames),
    )
  })
})
