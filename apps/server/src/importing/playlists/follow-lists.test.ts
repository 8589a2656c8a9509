import { createHash } from 'node:crypto'
import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  fetchCollectionPlaylist,
  fetchCollectionPlaylists,
} from '@refrain/contract/library/collection-playlists'
import { expect, it } from 'vitest'
import {
  removeCollectionPlaylist,
  restoreCollectionPlaylist,
} from '../../library/collection-playlists/collection-playlist-writer.ts'
import { NO_ROOM } from '../../library/collection-playlists/playlist-room-store.ts'
import type { Settings } from '../../settings.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'
import { importMusic, useFolders } from '../testing/test-import.ts'
import { writeAlbum } from '../testing/write-music.ts'

const folders = useFolders()
const FIRST = ['01 One.mp3', '02 Two.mp3']

onBothDatabases('playlist files of the collection', openTest => {
  async function start(settings: Partial<Settings> = {}) {
    const open = await openTest()
    await writeAlbum(folders.music, 'Ada/First', { ARTIST: 'Ada', ALBUM: 'First' }, FIRST)
    await writeAlbum(folders.music, 'Bob/Second', { ARTIST: 'Bob', ALBUM: 'Second' }, ['01 Three.mp3'])
    await mkdir(join(folders.music, 'Lists'))
    let age = 0
    const write = async (name: string, ...lines: readonly string[]) => {
      const path = join(folders.music, name)
      await writeFile(path, lines.join('\r\n'))
      // Times in whole seconds: lists of the same size differ by them.
      age += 1
      await utimes(path, age, age)
    }
    const app = await startApp(open, { settings })
    const run = () => importMusic(open, folders)
    const titles = new Map<string, string>()
    const show = async () => {
      for (const { id, title } of await open.db.selectFrom('tracks').select(['id', 'title']).execute())
        titles.set(id, title)
      const shown: Record<string, string[]> = {}
      for (const { id, title } of await answerOf(app, fetchCollectionPlaylists, {})) {
        const { tracks } = await answerOf(app, fetchCollectionPlaylist, { id })
        shown[title] = tracks.map(track => titles.get(track) as string)
      }
      return shown
    }
    const stateOf = async (name: string) =>
      open.db
        .selectFrom('collection_playlists')
        .select(['state', 'problem', 'missing', 'lines', 'matched', 'version'])
        .where('path', '=', join(folders.music, name))
        .executeTakeFirst()
    const versionOf = async () =>
      (await open.db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()).version
    return { open, app, write, run, show, stateOf, versionOf }
  }

  it('are playlists that guests see, and follow their files', async () => {
    const { write, run, show, stateOf } = await start()
    await write(
      'Lists/mix.m3u',
      '../Ada/First/02 Two.mp3',
      '..\\Bob\\Second\\01 THREE.mp3',
      '../Ada/First/02 Two.mp3',
    )
    await write('Ada/First/First.m3u8', '#EXTM3U', ...FIRST)
    await write('Lists/bad.xspf', '<!DOCTYPE playlist><playlist/>')
    await write('Lists/Liked Songs.m3u', '#PLAYLIST:liked songs', '/elsewhere/First/01 One.mp3')
    await run()
    const mix = ['Two', 'Three', 'Two']
    expect(await show()).toEqual({ 'Liked Songs.m3u': ['One'], mix })
    expect(await stateOf('Ada/First/First.m3u8')).toMatchObject({ state: 'album', matched: 2 })
    expect(await stateOf('Lists/bad.xspf')).toMatchObject({ state: 'problem', problem: 'it is no playlist' })
    await run()
    expect(await stateOf('Lists/mix.m3u')).toMatchObject({ version: 1, lines: 3, matched: 3 })
    await write('Lists/mix.m3u', '../Ada/First/01 One.mp3')
    await run()
    expect(await show()).toMatchObject({ mix: ['One'] })
    expect(await stateOf('Lists/mix.m3u')).toMatchObject({ version: 2 })
  })

  it('find tracks that come later, and stay without their files', async () => {
    const { open, write, run, show, stateOf } = await start()
    await write(
      'Lists/mix.pls',
      '[playlist]',
      'File1=../Ada/First/01 One.mp3',
      'File2=../Cy/Third/01 Four.mp3',
    )
    await run()
    expect(await stateOf('Lists/mix.pls')).toMatchObject({ lines: 2, matched: 1 })
    await writeAlbum(folders.music, 'Cy/Third', { ARTIST: 'Cy', ALBUM: 'Third' }, ['01 Four.mp3'])
    await run()
    expect(await show()).toEqual({ mix: ['One', 'Four'] })
    await rm(join(folders.music, 'Cy'), { recursive: true })
    await importMusic(open, folders, { forget: async () => true })
    expect(await stateOf('Lists/mix.pls')).toMatchObject({ lines: 2, matched: 1 })
    await rm(join(folders.music, 'Lists/mix.pls'))
    await run()
    expect(await show()).toEqual({ mix: ['One'] })
    expect(await stateOf('Lists/mix.pls')).toMatchObject({ missing: 1 })
  })

  it('keep their ids and owners where a folder or a list is renamed, and stay removed', async () => {
    const { open, write, run, show, stateOf } = await start()
    await write('Lists/mix.m3u', '../Ada/First/02 Two.mp3')
    await write('Lists/other.m3u', '../Bob/Second/01 Three.mp3')
    await run()
    const readIds = async () =>
      (await open.db.selectFrom('collection_playlists').select('id').orderBy('id').execute()).map(
        row => row.id,
      )
    const ids = await readIds()
    const other = join(folders.music, 'Lists/other.m3u')
    await open.db.updateTable('collection_playlists').set({ removed: 1 }).where('path', '=', other).execute()
    await rename(join(folders.music, 'Lists'), join(folders.music, 'Mixes'))
    await run()
    expect(await show()).toEqual({ mix: ['Two'] })
    await rename(join(folders.music, 'Mixes/mix.m3u'), join(folders.music, 'Mixes/best.m3u'))
    await run()
    expect(await show()).toEqual({ best: ['Two'] })
    expect(await stateOf('Mixes/best.m3u')).toMatchObject({ missing: 0, version: 2 })
    expect(await readIds()).toEqual(ids)
  })

  it('come into a full collection when another is removed, which then comes back only if there is room', async () => {
    const { open, write, run, show, stateOf } = await start()
    await run()
    const { db } = open
    const put = seed(db)
    const { id: track } = await db
      .selectFrom('tracks')
      .select('id')
      .orderBy('title')
      .executeTakeFirstOrThrow()
    const first = await put.collectionPlaylist('first', [track])
    await db.updateTable('collection_playlists').set({ lines: 199_999, root: '/srv' }).execute()
    await write('Lists/mix.m3u', '../Ada/First/02 Two.mp3', '../Ada/First/01 One.mp3')
    await run()
    expect(await stateOf('Lists/mix.m3u')).toMatchObject({ state: 'problem', problem: NO_ROOM })
    await open.db.transaction().execute(tx => removeCollectionPlaylist(tx, first))
    await run()
    expect(await show()).toEqual({ mix: ['Two', 'One'] })
    await open.db.transaction().execute(tx => restoreCollectionPlaylist(tx, first))
    expect(await show()).toEqual({ mix: ['Two', 'One'] })
    const restored = db
      .selectFrom('collection_playlists')
      .select(['removed', 'problem'])
      .where('id', '=', first)
    expect(await restored.executeTakeFirst()).toEqual({ removed: 0, problem: NO_ROOM })
  })

  it('invalidate caches once for all that one import shows, and never for what nobody sees', async () => {
    const { write, run, versionOf } = await start()
    await run()
    const before = await versionOf()
    for (const n of [1, 2, 3]) await write(`Ada/First/album ${n}.m3u`, ...FIRST)
    await write('Lists/bad.xspf', '<!DOCTYPE playlist><playlist/>')
    await run()
    expect(await versionOf()).toBe(before)
    for (const n of [1, 2, 3]) await write(`Lists/mix ${n}.m3u`, '../Ada/First/02 Two.mp3')
    await run()
    expect(await versionOf()).toBe(before + 1)
    for (const n of [1, 2, 3]) await write(`Lists/mix ${n}.m3u`, '../Ada/First/02 Two.mp3', '')
    await run()
    expect(await versionOf()).toBe(before + 1)
  })

  it('are passed over and named where their paths are too long for the database', async () => {
    const { write, run, show } = await start()
    const digests = Array.from({ length: 45 }, (_, n) => createHash('sha256').update(`${n}`).digest('hex'))
    // Folders of 192 bytes that no compression makes short.
    const folder = Array.from({ length: 15 }, (_, n) => digests.slice(n * 3, n * 3 + 3).join('')).join('/')
    await mkdir(join(folders.music, folder), { recursive: true })
    await write(`${folder}/long.m3u`, '/First/02 Two.mp3')
    await write('Lists/mix.m3u', '../Ada/First/02 Two.mp3')
    const { skipped } = await run()
    expect(skipped).toEqual([
      {
        path: join(folders.music, folder, 'long.m3u'),
        reason: 'the path of this list is longer than 2,000 bytes',
      },
    ])
    expect(await show()).toEqual({ mix: ['Two'] })
  })

  it('are not shown while the setting is off', async () => {
    const { app, write, run, show } = await start({ offersCollectionPlaylists: false })
    await write('Lists/mix.m3u', '../Ada/First/02 Two.mp3')
    await run()
    expect(await show()).toEqual({})
    expect((await call(app, fetchCollectionPlaylist, { id: 'collection-x' })).statusCode).toBe(404)
  })
})
