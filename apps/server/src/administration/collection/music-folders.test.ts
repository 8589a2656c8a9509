import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fetchAudit } from '@refrain/contract/administration/audit'
import { fetchCollection, IMPORT_RUNS } from '@refrain/contract/administration/collection'
import {
  addMusicFolder,
  browseFolders,
  FOLDER_IS_KNOWN,
  MUSIC_IS_FIXED,
} from '@refrain/contract/administration/music-folders'
import { updateLiveSetting } from '@refrain/contract/administration/settings'
import { expect, it } from 'vitest'
import { createServiceKey } from '../../account/service-keys/service-keys.ts'
import { readMusicFolders } from '../../importing/collection/music-folder-store.ts'
import { takeLease, tryLease } from '../../importing/lease.ts'
import { importMusic, useFolders } from '../../importing/testing/test-import.ts'
import { writeAlbum } from '../../importing/testing/write-music.ts'
import { WATCH_LEASE } from '../../importing/watching/watch-in-background.ts'
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
      startImport(paths) {
        ended = importMusic(open, folders, { folders: paths })
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

  it('cannot be added where the environment gives them', async () => {
    const { app, key, two, refusal } = await start({ music: [folders.music] })
    expect(await refusal(two)).toEqual([409, MUSIC_IS_FIXED])
    expect((await answerOf(app, fetchCollection, {}, key)).canAddFolder).toBe(false)
  })

  it('are watched while that is switched on, by whichever process', async () => {
    const { open, app, key } = await start()
    const watch = async () => (await answerOf(app, fetchCollection, {}, key)).watch
    expect(await watch()).toEqual({ isOn: false, isFixed: false, isWatching: false })
    await answerOf(app, updateLiveSetting, { name: 'watch', value: 'on' }, key)
    const lease = await tryLease(open.db, WATCH_LEASE, '')
    if (typeof lease === 'string') throw new Error('The lease is taken.')
    expect(await watch()).toEqual({ isOn: true, isFixed: false, isWatching: true })
    await lease.release()
    const fixed = await startApp(open, { settings: { given: { watch: 'off' } } })
    expect((await answerOf(fixed, fetchCollection, {}, key)).watch).toEqual({
      ...{ isOn: false, isFixed: true, isWatching: false },
    })
  })
})

onBothDatabases('imports that a watcher starts', openTest => {
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
