import {
  fetchKeptAlbumIds,
  fetchKeptAlbums,
  keepAlbum,
  releaseAlbum,
} from '@refrain/contract/library/kept-albums'
import { countLimits } from '@refrain/contract/limits'
import { afterEach, expect, it, vi } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { readLiveUpdates } from '../../testing/read-live-updates.ts'
import { answerOf, call } from '../../testing/start-app.ts'
import { startLibrary } from '../../testing/start-library.ts'
import { readKeptAt } from '../marks/mark-store.ts'

afterEach(() => vi.useRealTimers())

onBothDatabases('kept albums', openDatabase => {
  async function start() {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 4, 3) })
    const started = await startLibrary(openDatabase)
    const { app, ada, put, artist, album } = started
    const second = await put.album('Second', artist)
    const keep = (albumId: string, who = ada) => {
      vi.setSystemTime(Date.now() + 1_000)
      return answerOf(app, keepAlbum, { albumId }, who)
    }
    const release = (albumId: string) => answerOf(app, releaseAlbum, { albumId }, ada)
    const kept = (who = ada) => answerOf(app, fetchKeptAlbumIds, {}, who)
    return { ...started, first: album, second, keep, release, kept }
  }

  it('are stored once each, most recent first, and returned as records and ids (SUB-100)', async () => {
    const { open, app, ada, first, second, keep, kept } = await start()
    expect(await keep(first)).toEqual({ success: true })
    await keep(second)
    await keep(first)
    expect(await kept()).toEqual([second, first])
    const albums = await answerOf(app, fetchKeptAlbums, {}, ada)
    expect(albums.map(album => [album.title, album.tracks.length])).toEqual([
      ['Second', 0],
      ['Album', 4],
    ])
    const { user_id } = await open.db.selectFrom('kept_albums').select('user_id').executeTakeFirstOrThrow()
    expect(await readKeptAt(open.db, user_id, [first, 'unknown'])).toEqual(
      new Map([[first, Date.UTC(2026, 4, 3) + 1_000]]),
    )
  })

  it('can be released again; releasing others does nothing', async () => {
    const { first, second, keep, release, kept } = await start()
    await keep(first)
    await release(second)
    await release('unknown')
    expect(await kept()).toEqual([first])
    await release(first)
    await release(first)
    expect(await kept()).toEqual([])
  })

  it("are nobody else's, no guest's, and no unknown albums", async () => {
    const { app, grace, first, keep, kept } = await start()
    await keep(first)
    expect(await kept(grace)).toEqual([])
    expect(await answerOf(app, fetchKeptAlbums, {}, grace)).toEqual([])
    expect((await call(app, keepAlbum, { albumId: 'al9' }, grace)).statusCode).toBe(404)
    expect((await call(app, keepAlbum, { albumId: first })).statusCode).toBe(401)
  })

  it('are limited', async () => {
    const { open, app, ada, first, second, keep, kept } = await start()
    await keep(first)
    const { user_id } = await open.db.selectFrom('kept_albums').select('user_id').executeTakeFirstOrThrow()
    const { search_id: _, ...like } = (await open.db
      .selectFrom('albums')
      .selectAll()
      .where('id', '=', second)
      .executeTakeFirstOrThrow()) as Record<string, unknown>
    for (let at = 1; at < countLimits.keptAlbums; at += 500) {
      const ids = Array.from(
        { length: Math.min(500, countLimits.keptAlbums - at) },
        (_, n) => `many${at + n}`,
      )
      const rows = ids.map(id => ({ ...like, id, album_key: id }) as never)
      await open.db.insertInto('albums').values(rows).execute()
      const keptRows = ids.map(album_id => ({ user_id, album_id, kept_at: 1 }))
      await open.db.insertInto('kept_albums').values(keptRows).execute()
    }
    expect((await call(app, keepAlbum, { albumId: second }, ada)).statusCode).toBe(409)
    expect((await kept()).length).toBe(countLimits.keptAlbums)
    expect((await answerOf(app, fetchKeptAlbums, {}, ada)).length).toBe(countLimits.keptAlbums)
  })

  it('are published to the listener’s other tabs', async () => {
    const { app, ada, first, keep, release } = await start()
    const page = await readLiveUpdates(app, ada)
    await keep(first)
    await release(first)
    await expect.poll(() => page.kinds, { timeout: 10_000 }).toEqual(['keptAlbums', 'keptAlbums'])
  })
})
