import { countLimits } from '@refrain/contract/limits'
import { deleteBookmark, fetchBookmarks, saveBookmark } from '@refrain/contract/listening/bookmarks'
import { fetchPlayQueue, savePlayQueue } from '@refrain/contract/listening/play-queue'
import { afterEach, expect, it, vi } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { readLiveUpdates } from '../../testing/read-live-updates.ts'
import { answerOf, call } from '../../testing/start-app.ts'
import { startLibrary } from '../../testing/start-library.ts'

const NOON = '2026-05-03T12:00:00.000Z'

afterEach(() => vi.useRealTimers())

onBothDatabases('the queue that clients share', openDatabase => {
  async function start() {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOON) })
    const started = await startLibrary(openDatabase)
    const { app, ada } = started
    const save = (input: object) => call(app, savePlayQueue, input as never, ada)
    const read = (who = ada) => answerOf(app, fetchPlayQueue, {}, who)
    return { ...started, save, read }
  }

  it('is empty until it is saved', async () => {
    const { read } = await start()
    const nothing = { tracks: [], currentIndex: null, positionMs: 0 }
    expect(await read()).toEqual({ ...nothing, changedBy: '', changedAt: null, version: 0 })
  })

  it('holds tracks in order with repeats, the current one and its position (SUB-105, SUB-106)', async () => {
    const { tracks, save, read } = await start()
    const [one, two] = tracks
    const saved = await save({
      tracks: [one, two, one],
      ...{ currentIndex: 2, positionMs: 61_000, changedBy: 'Phone' },
    })
    expect(saved.json()).toEqual({
      ...{ tracks: [one, two, one], currentIndex: 2, positionMs: 61_000 },
      ...{ changedBy: 'Phone', changedAt: NOON, version: 1 },
    })
    expect(await read()).toEqual(saved.json())
    expect((await save({ tracks: [] })).json()).toMatchObject({ tracks: [], currentIndex: null, version: 2 })
  })

  it('is refused with an index out of range or too many tracks (SUB-105, SUB-106)', async () => {
    const { tracks, save, read } = await start()
    expect((await save({ tracks, currentIndex: 4 })).statusCode).toBe(400)
    expect((await save({ tracks: [], currentIndex: 1 })).statusCode).toBe(400)
    const most = Array.from({ length: countLimits.queueTracks }, () => tracks[0])
    expect((await save({ tracks: [...most, tracks[0]] })).statusCode).toBe(400)
    expect((await read()).version).toBe(0)
    expect((await save({ tracks: most, currentIndex: most.length - 1 })).statusCode).toBe(200)
    expect((await read()).tracks).toHaveLength(most.length)
  })

  it('leaves out tracks that are gone, and goes on with the one after the current', async () => {
    const { open, tracks, save, read } = await start()
    const [one, two, three] = tracks
    await save({ tracks: [one, two, one, three], currentIndex: 2, positionMs: 5_000 })
    await open.db.deleteFrom('tracks').where('id', '=', one).execute()
    expect(await read()).toMatchObject({ tracks: [two, three], currentIndex: 1, positionMs: 0 })
    await open.db.deleteFrom('tracks').where('id', '=', three).execute()
    expect(await read()).toMatchObject({ tracks: [two], currentIndex: 0 })
    await open.db.deleteFrom('tracks').execute()
    expect(await read()).toMatchObject({ tracks: [], currentIndex: null })
  })

  it("is nobody else's", async () => {
    const { app, tracks, grace, save, read } = await start()
    await save({ tracks })
    expect((await read(grace)).tracks).toEqual([])
    expect((await call(app, fetchPlayQueue, {})).statusCode).toBe(401)
  })

  it('is published to the listener’s other tabs', async () => {
    const { app, ada, tracks, save } = await start()
    const page = await readLiveUpdates(app, ada)
    await save({ tracks })
    await expect.poll(() => page.kinds, { timeout: 10_000 }).toEqual(['queue'])
  })
})

onBothDatabases('bookmarks', openDatabase => {
  async function start() {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOON) })
    const started = await startLibrary(openDatabase)
    const { app, ada } = started
    const save = (trackId: string, positionMs: number, comment?: string) =>
      call(app, saveBookmark, { trackId, positionMs, ...(comment !== undefined && { comment }) }, ada)
    const remove = (trackId: string) => answerOf(app, deleteBookmark, { trackId }, ada)
    const read = (who = ada) => answerOf(app, fetchBookmarks, {}, who)
    return { ...started, save, remove, read }
  }

  it('are one for each track, most recently changed first (SUB-107)', async () => {
    const { tracks, save, remove, read } = await start()
    const [one, two] = tracks
    await save(one, 1_000)
    await save(two, 2_000, 'The solo')
    vi.setSystemTime(Date.parse(NOON) + 60_000)
    await save(one, 3_000, 'The end')
    expect(await read()).toEqual([
      {
        ...{ trackId: one, positionMs: 3_000, comment: 'The end', createdAt: NOON },
        changedAt: '2026-05-03T12:01:00.000Z',
      },
      { trackId: two, positionMs: 2_000, comment: 'The solo', createdAt: NOON, changedAt: NOON },
    ])
    for (let n = 0; n < 2; n++) expect(await remove(one)).toEqual({ success: true })
    expect((await read()).map(({ trackId }) => trackId)).toEqual([two])
  })

  it("are nobody else's, and of known tracks", async () => {
    const { tracks, grace, save, read } = await start()
    await save(tracks[0], 1_000)
    expect(await read(grace)).toEqual([])
    expect((await save('gone', 1)).statusCode).toBe(404)
    expect((await save(tracks[0], -1)).statusCode).toBe(400)
    expect((await save(tracks[0], 1, 'x'.repeat(2_001))).statusCode).toBe(400)
  })

  it('are published to the listener’s other tabs', async () => {
    const { app, ada, tracks, save, remove } = await start()
    const page = await readLiveUpdates(app, ada)
    await save(tracks[0], 1_000)
    await remove(tracks[0])
    await remove(tracks[0])
    await expect.poll(() => page.kinds, { timeout: 10_000 }).toEqual(['bookmarks', 'bookmarks'])
  })
})
