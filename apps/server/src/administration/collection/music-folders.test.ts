import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fetchAudit } from '@refrain/contract/administration/audit'
import {
  fetchCollection,
  fetchSkippedFiles,
  IMPORT_RUNS,
  scanCollection,
} from '@refrain/contract/administration/collection'
import {
  addMusicFolder,
  browseFolders,
  FOLDER_IS_KNOWN,
  FOLDER_IS_UNKNOWN,
  MUSIC_IS_FIXED,
  removeMusicFolder,
} from '@refrain/contract/administration/music-folders'
import { updateLiveSetting } from '@refrain/contract/administration/settings'
import { expect, it } from 'vitest'
import { createServiceKey } from '../../account/service-keys/service-keys.ts'
import { countTracks } from '../../catalogue/track-store.ts'
import { write } from '../../database/retry.ts'
import { readMusicFolders } from '../../importing/collection/music-folder-store.ts'
import { takeLease, tryLease } from '../../importing/lease.ts'
import { importMusic, useFolders } from '../../importing/testing/test-import.ts'
import { writeAlbum } from '../../importing/testing/write-music.ts'
import { WATCH_LEASE } from '../../importing/watching/watch-in-background.ts'
import { replaceWatchedFolders } from '../../importing/watching/watched-folder-store.ts'
import type { Settings } from '../../settings.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'

const folders = useFolders()
const ADA = { ARTIST: 'Ada', ALBUM: 'First' }
const BOB = { ARTIST: 'Bob', ALBUM: 'Second' }

onBothDatabases('folders of music that administrators add', openTest => {
  async function start(given: Partial<Settings> = {}) {
    const open = await openTest()
    let ended: Promise<unknown> = Promise.resolve()
    const app = await startApp(open, {
      settings: { dataDir: folders.dataDir, musicRoots: [folders.music], ...given },
      async startImport(prepare) {
        const { folders: paths } = await prepare()
        ended = importMusic(open, folders, { folders: paths, optional: paths })
        return true
      },
    })
    const key = { 'service-key': await createServiceKey(open.db, 'of a test', 'administer') }
    const [one, two] = [join(folders.music, 'one'), join(folders.music, 'two')]
    await writeAlbum(one, 'First', ADA, ['01 One.mp3'])
    await writeAlbum(two, 'Second', BOB, ['01 Two.mp3'])
    const refusal = async (path: string) => {
      const answer = await call(app, addMusicFolder, { path }, key)
      return [answer.statusCode, answer.json().error]
    }
    return { open, app, key, one, two, refusal, ended: () => ended }
  }

  it('are imported, and again at each start (browseFolders, addMusicFolder)', async () => {
    const { open, app, key, one, two, ended } = await start()
    expect((await answerOf(app, browseFolders, {}, key)).folders.map(({ path }) => path)).toEqual([
      folders.music,
    ])
    const inside = await answerOf(app, browseFolders, { path: folders.music }, key)
    expect(inside.folders.map(({ name }) => name)).toEqual(['one', 'two'])
    for (const path of [one, two]) {
      await answerOf(app, addMusicFolder, { path }, key)
      await ended()
    }
    expect(await readMusicFolders(open.db, [])).toEqual([one, two])
    const collection = await answerOf(app, fetchCollection, {}, key)
    expect(collection.folders.map(({ path }) => path)).toEqual([one, two])
    expect(collection.runs).toMatchObject([{ added: 1, unchanged: 1 }, { added: 1 }])
    const { entries } = await answerOf(app, fetchAudit, {}, key)
    expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
      ['addedFolder', two],
      ['addedFolder', one],
    ])
  })

  it('are refused if they are known, elsewhere, or an import runs', async () => {
    const { open, app, key, one, two, refusal, ended } = await start()
    await answerOf(app, addMusicFolder, { path: one }, key)
    await ended()
    expect(await refusal(one)).toEqual([409, FOLDER_IS_KNOWN])
    expect(await refusal(join(one, 'First'))).toEqual([409, FOLDER_IS_KNOWN])
    await mkdir(join(folders.dataDir, 'elsewhere'), { recursive: true })
    expect((await refusal(join(folders.dataDir, 'elsewhere')))[0]).toBe(400)
    expect((await refusal('/'))[0]).toBe(400)
    await open.db.updateTable('import_status').set({ ended_at: null }).execute()
    const lease = await takeLease(open.db)
    expect(await refusal(two)).toEqual([409, IMPORT_RUNS])
    await lease.release()
    expect(await readMusicFolders(open.db, [])).toEqual([one])
  })

  it('do not keep others from being imported while they are empty or gone', async () => {
    const { open, app, key, one, two, ended } = await start()
    for (const path of [one, two]) {
      await answerOf(app, addMusicFolder, { path }, key)
      await ended()
    }
    const last = async () => (await answerOf(app, fetchCollection, {}, key)).runs[0]
    await rm(join(two, 'Second'), { recursive: true })
    await writeAlbum(one, 'Third', { ...ADA, ALBUM: 'Third' }, ['01 Three.mp3'])
    await answerOf(app, scanCollection, {}, key)
    await ended()
    expect(await last()).toMatchObject({ result: 'done', added: 1, unavailable: 0, skipped: 1 })
    expect((await answerOf(app, fetchSkippedFiles, {}, key)).files).toMatchObject([{ path: two }])
    await rm(two, { recursive: true })
    await answerOf(app, scanCollection, {}, key)
    await ended()
    expect(await last()).toMatchObject({ result: 'done', unchanged: 2, unavailable: 0, skipped: 0 })
    await importMusic(open, folders, { folders: [one, two], optional: [two] })
    expect(await last()).toMatchObject({ result: 'done', unchanged: 2, unavailable: 0, skipped: 1 })
    await expect(importMusic(open, folders, { folders: [one, two] })).rejects.toThrow('does not exist')
    expect(await open.db.selectFrom('tracks').select('available').execute()).toEqual(
      Array(3).fill({ available: 1 }),
    )
  })

  it('are removed, and their tracks stay (removeMusicFolder)', async () => {
    const { open, app, key, one, two, ended } = await start()
    for (const path of [one, two]) {
      await answerOf(app, addMusicFolder, { path }, key)
      await ended()
    }
    await answerOf(app, removeMusicFolder, { path: two }, key)
    const { folders: left } = await answerOf(app, fetchCollection, {}, key)
    expect(left).toMatchObject([{ path: one, canRemove: true }])
    expect(await readMusicFolders(open.db, [])).toEqual([one])
    expect(await countTracks(open.db)).toBe(2)
    const again = await call(app, removeMusicFolder, { path: two }, key)
    expect([again.statusCode, again.json().error]).toEqual([409, FOLDER_IS_UNKNOWN])
    const { entries } = await answerOf(app, fetchAudit, {}, key)
    expect(entries[0]).toMatchObject({ action: 'removedFolder', detail: two })
  })

  it('are removed by --gone, too', async () => {
    const { open, app, key, one, two, ended } = await start()
    for (const path of [one, two]) {
      await answerOf(app, addMusicFolder, { path }, key)
      await ended()
    }
    await rm(two, { recursive: true })
    await importMusic(open, folders, { folders: [one], gone: [two], forget: async () => false })
    expect(await readMusicFolders(open.db, [])).toEqual([one, two])
    await importMusic(open, folders, { folders: [one], gone: [two], forget: async () => true })
    expect(await readMusicFolders(open.db, [])).toEqual([one])
    const { folders: left } = await answerOf(app, fetchCollection, {}, key)
    expect(left.map(({ path }) => path)).toEqual([one])
  })

  it('are not stored if an import was started in between', async () => {
    const open = await openTest()
    const app = await startApp(open, {
      settings: { dataDir: folders.dataDir, musicRoots: [folders.music] },
      startImport: async () => false,
    })
    const key = { 'service-key': await createServiceKey(open.db, 'of a test', 'administer') }
    const refused = await call(app, addMusicFolder, { path: folders.music }, key)
    expect([refused.statusCode, refused.json().error]).toEqual([409, IMPORT_RUNS])
    expect(await readMusicFolders(open.db, [])).toEqual([])
  })

  it('cannot be added where the environment gives them', async () => {
    const { app, key, two, refusal } = await start({ music: [folders.music] })
    expect(await refusal(two)).toEqual([409, MUSIC_IS_FIXED])
    expect((await answerOf(app, fetchCollection, {}, key)).canAddFolder).toBe(false)
  })

  it('are watched while that is switched on, by whichever process', async () => {
    const { open, app, key } = await start()
    const watch = async () => (await answerOf(app, fetchCollection, {}, key)).watch
    expect(await watch()).toEqual({
      isOn: true,
      isFixed: false,
      isWatching: false,
      folders: [],
      nextWalkAt: null,
    })
    await answerOf(app, updateLiveSetting, { name: 'watch', value: 'off' }, key)
    expect(await watch()).toMatchObject({ isOn: false })
    await answerOf(app, updateLiveSetting, { name: 'watch', value: 'on' }, key)
    const lease = await tryLease(open.db, WATCH_LEASE, '')
    if (typeof lease === 'string') throw new Error('The lease is taken.')
    const nas = { path: '/nas', isWatched: false, reason: 'remote' } as const
    await write(open.db, tx => replaceWatchedFolders(tx, { folders: [nas], nextWalkAt: 900_000 }))
    expect(await watch()).toEqual({
      ...{ isOn: true, isFixed: false, isWatching: true, folders: [nas] },
      nextWalkAt: '1970-01-01T00:15:00.000Z',
    })
    await lease.release()
    const fixed = await startApp(open, { settings: { given: { watch: 'off' } } })
    expect((await answerOf(fixed, fetchCollection, {}, key)).watch).toEqual({
      ...{ isOn: false, isFixed: true, isWatching: false, folders: [], nextWalkAt: null },
    })
  })
})

onBothDatabases('imports that a watcher starts', openTest => {
  it('are listed once if they fail for the same reason again and again', async () => {
    const open = await openTest()
    const failed = async () =>
      (await open.db.selectFrom('import_runs').select('failed').execute()).map(run => run.failed)
    for (let tries = 0; tries < 3; tries++)
      await expect(importMusic(open, folders, { isRoutine: true })).rejects.toThrow('no music')
    expect(await failed()).toEqual([1])
    await expect(importMusic(open, folders)).rejects.toThrow('no music')
    expect(await failed()).toEqual([1, 1])
  })

  it('are interrupted when they are stopped, without a problem', async () => {
    const open = await openTest()
    await writeAlbum(folders.music, 'Ada/First', ADA, ['01 One.mp3'])
    const signal = AbortSignal.abort(new Error('stopped'))
    await expect(importMusic(open, folders, { signal })).rejects.toThrow('stopped')
    const run = await open.db.selectFrom('import_runs').selectAll().executeTakeFirstOrThrow()
    expect(run).toMatchObject({ ended_at: null, failed: 0, problem: '' })
  })

  it('pass over the data folder of the service', async () => {
    const open = await openTest()
    await writeAlbum(folders.music, 'Ada/First', ADA, ['01 One.mp3'])
    const dataDir = join(folders.music, 'data')
    await writeAlbum(dataDir, 'sample', BOB, ['01 Two.mp3'])
    expect(await importMusic(open, folders, { dataDir })).toMatchObject({ added: 1 })
  })

  it('are listed only if they find something new', async () => {
    const open = await openTest()
    const runs = async () => (await open.db.selectFrom('import_runs').select('added').execute()).length
    await writeAlbum(folders.music, 'Ada/First', ADA, ['01 One.mp3'])
    await importMusic(open, folders, { isRoutine: true })
    expect(await runs()).toBe(1)
    await importMusic(open, folders, { isRoutine: true })
    expect(await runs()).toBe(1)
    await importMusic(open, folders)
    expect(await runs()).toBe(2)
    await writeAlbum(folders.music, 'Bob/Second', BOB, ['01 Two.mp3'])
    await importMusic(open, folders, { isRoutine: true })
    expect(await runs()).toBe(3)
  })
})
