import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { breakText, encodeText } from '@refrain/audio/testing/encode-text'
import { fetchAudit } from '@refrain/contract/administration/audit'
import {
  fetchAlbumsNamedByFolder,
  fetchBrokenAlbums,
  fetchCollection,
  fetchDuplicates,
  fetchMissingTracks,
  fetchSkippedFiles,
  fetchUnpictured,
  forgetMissingTracks,
  IMPORT_RUNS,
  IMPORTED_SINCE,
  IMPORTS_PAUSED,
  NO_FOLDERS,
  previewForgetting,
  scanCollection,
} from '@refrain/contract/administration/collection'
import { fetchJobs, pauseJob, startJob } from '@refrain/contract/administration/jobs'
import { expect, it } from 'vitest'
import { createServiceKey } from '../../account/service-keys/service-keys.ts'
import { takeLease } from '../../importing/lease.ts'
import { insertImportRun } from '../../importing/runs/import-run-store.ts'
import { importMusic, readCatalogue, useFolders } from '../../importing/testing/test-import.ts'
import { latin1, writeId3Track } from '../../importing/testing/write-id3.ts'
import { type TestTrack, writeAlbum, writeTrack } from '../../importing/testing/write-music.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'

const folders = useFolders()
const ADA = { ARTIST: 'Ada', ALBUM: 'First' }

onBothDatabases('the collection as administrators see it', openTest => {
  /** The app, whose imports run in this process; `ended` resolves when the one that was started has ended. */
  async function start() {
    const open = await openTest()
    let ended: Promise<unknown> = Promise.resolve()
    const app = await startApp(open, {
      // Nobody watches here, who would go on after a pause.
      settings: { dataDir: folders.dataDir, music: [folders.music], given: { watch: 'off' } },
      async startImport(prepare) {
        const { folders: paths, forgetSeen } = await prepare()
        const forgetting = { forget: async () => true, forgetsOnlyKnown: true }
        ended = importMusic(open, folders, { folders: paths, ...(forgetSeen !== undefined && forgetting) })
        return true
      },
    })
    const key = { 'service-key': await createServiceKey(open.db, 'of a test', 'administer') }
    const collection = () => answerOf(app, fetchCollection, {}, key)
    const scan = async () => {
      await answerOf(app, scanCollection, {}, key)
      await ended
    }
    return { open, app, key, collection, scan, ended: () => ended }
  }

  it('lists imports among the jobs, starts none while they are paused, and goes on afterwards (pauseJob)', async () => {
    const { open, app, key, collection, scan, ended } = await start()
    const job = async () => (await answerOf(app, fetchJobs, {}, key)).jobs.find(one => one.name === 'imports')
    expect(await job()).toMatchObject({ state: 'idle', canStart: true, endedAt: null })
    await writeAlbum(folders.music, 'Ada/First', ADA, ['01 One.mp3'])
    await scan()
    expect(await job()).toMatchObject({ state: 'idle', endedAt: expect.any(String), hasFailed: false })
    await writeAlbum(folders.music, 'Ada/Third', { ...ADA, ALBUM: 'Third' }, ['01 Three.mp3'])
    // They are not paused.
    await answerOf(app, pauseJob, { name: 'imports', isPaused: false }, key)
    await ended()
    expect((await collection()).runs).toHaveLength(1)
    const { entries } = await answerOf(app, fetchAudit, {}, key)
    expect(entries.map(({ action }) => action)).toEqual(['scanned'])
    await rm(join(folders.music, 'Ada/Third'), { recursive: true })
    await answerOf(app, pauseJob, { name: 'imports', isPaused: true }, key)
    expect(await job()).toMatchObject({ state: 'paused', canStart: false })
    const refused = [
      await call(app, scanCollection, {}, key),
      await call(app, startJob, { name: 'imports' }, key),
    ]
    expect(refused.map(answer => [answer.statusCode, answer.json().error])).toEqual([
      [409, IMPORTS_PAUSED],
      [409, IMPORTS_PAUSED],
    ])
    await rm(join(folders.music, 'Ada'), { recursive: true })
    await writeAlbum(folders.music, 'Ada/Second', { ...ADA, ALBUM: 'Second' }, ['01 Two.mp3'])
    await answerOf(app, pauseJob, { name: 'imports', isPaused: false }, key)
    await ended()
    expect((await collection()).runs).toMatchObject([{ added: 1 }, { added: 1 }])
    const missing = join(folders.music, 'not there')
    await expect(importMusic(open, folders, { folders: [missing] })).rejects.toThrow()
    expect(await job()).toMatchObject({ hasFailed: true, problem: expect.stringContaining(missing) })
    await scan()
    expect(await job()).toMatchObject({ hasFailed: false, problem: '' })
  })

  it('imports on request, and lists runs and skipped files (fetchCollection, scanCollection, fetchSkippedFiles)', async () => {
    const { app, key, collection, scan } = await start()
    expect(await collection()).toMatchObject({
      folders: [{ path: folders.music, importedAt: null }],
      running: null,
      runs: [],
    })
    await writeAlbum(folders.music, 'Ada/First', ADA, ['01 One.mp3', '02 Two.mp3'])
    await writeFile(join(folders.music, 'Ada/First/03 Old.tak'), 'x')
    await scan()
    const after = await collection()
    expect(after.folders).toEqual([{ path: folders.music, importedAt: expect.any(String), canRemove: false }])
    expect(after).toMatchObject({ running: null, skippedFiles: 1, missingTracks: 0 })
    expect(after.runs).toMatchObject([{ result: 'done', added: 2, skipped: 1, problem: '' }])
    const path = join(folders.music, 'Ada/First/03 Old.tak')
    expect(await answerOf(app, fetchSkippedFiles, {}, key)).toEqual({
      files: [{ path, reason: 'TAK is not supported', hint: 'convert' }],
    })
    await rm(path)
    await scan()
    const { runs, skippedFiles } = await collection()
    expect([runs.length, runs[0]?.unchanged, skippedFiles]).toEqual([2, 2, 0])
    const { entries } = await answerOf(app, fetchAudit, {}, key)
    expect(entries.map(entry => entry.action)).toEqual(['scanned', 'scanned'])
  })

  it('keeps the reason of an import that failed', async () => {
    const { app, key, collection, ended } = await start()
    await answerOf(app, scanCollection, {}, key)
    await ended().catch(() => {})
    const { runs } = await collection()
    expect(runs).toMatchObject([
      { result: 'failed', problem: expect.stringMatching(/^There is no music in/) },
    ])
  })

  it('shows the running import, and starts no second one', async () => {
    const { open, app, key, collection, scan } = await start()
    await writeAlbum(folders.music, 'Ada/First', ADA, ['01 One.mp3'])
    await scan()
    await open.db.updateTable('import_runs').set({ ended_at: null }).execute()
    expect((await collection()).runs[0]?.result).toBe('interrupted')
    const lease = await takeLease(open.db)
    expect(await collection()).toMatchObject({
      running: { done: 1, total: 1, seconds: expect.any(Number), sample: false },
      runs: [{ result: 'running' }],
    })
    const refused = await call(app, scanCollection, {}, key)
    expect([refused.statusCode, refused.json().error]).toEqual([409, IMPORT_RUNS])
    await lease.release()
  })

  it('refuses to import without any folder', async () => {
    const open = await openTest()
    const app = await startApp(open, { startImport: async () => true })
    const key = { 'service-key': await createServiceKey(open.db, 'of a test', 'administer') }
    const refused = await call(app, scanCollection, {}, key)
    expect([refused.statusCode, refused.json().error]).toEqual([409, NO_FOLDERS])
  })

  it('lists tracks whose files are gone, and forgets those that were shown (fetchMissingTracks, previewForgetting, forgetMissingTracks)', async () => {
    const { app, key, collection, scan, ended } = await start()
    const [one, two] = await writeAlbum(folders.music, 'Ada/First', ADA, [
      '01 One.mp3',
      '02 Two.mp3',
      '03 Three.mp3',
    ])
    await scan()
    await rm(one!)
    await scan()
    const { tracks } = await answerOf(app, fetchMissingTracks, {}, key)
    expect(tracks).toMatchObject([{ title: 'One', artist: 'Ada', album: 'First', path: one }])
    const preview = await answerOf(app, previewForgetting, {}, key)
    expect(preview).toMatchObject({ tracks: 1, albums: 1, likes: 0, playlistEntries: 0, listeners: 0 })
    await scan()
    const runId = preview.runId!
    const stale = await call(app, forgetMissingTracks, { runId }, key)
    expect([stale.statusCode, stale.json().error]).toEqual([409, IMPORTED_SINCE])
    // Vanishes after the preview: nobody has seen it.
    await rm(two!)
    const again = await answerOf(app, previewForgetting, {}, key)
    await answerOf(app, forgetMissingTracks, { runId: again.runId! }, key)
    await ended()
    expect(await collection()).toMatchObject({ missingTracks: 1, runs: [{ forgotten: 1 }, {}, {}, {}] })
    const left = await answerOf(app, fetchMissingTracks, {}, key)
    expect(left.tracks).toMatchObject([{ title: 'Two' }])
  })

  it('lists files that are there twice, by the strongest reason (fetchDuplicates)', async () => {
    const { app, key, scan } = await start()
    const write = (path: string, track: TestTrack) => writeTrack(folders.music, path, track)
    await write('Ada/First/01 One.mp3', { tags: ADA, sound: 'one' })
    await write('Ada/Copies/07 Other.mp3', { tags: { ...ADA, ALBUM: 'Copies' }, sound: 'one' })
    const MUSICBRAINZ_TRACKID = 'b1a9c0e9-d987-4042-ae91-78d6a3267d69'
    await write('Ada/First/02 Two.mp3', { tags: { ...ADA, MUSICBRAINZ_TRACKID } })
    await write('Ada/Best/02 Two.flac', { tags: { ...ADA, ALBUM: 'Best', MUSICBRAINZ_TRACKID } })
    await write('Ada/First/03 Three.mp3', { tags: { ...ADA, TITLESORT: '3' } })
    await write('Ada/Best/03 Three.mp3', { tags: { ...ADA, ALBUM: 'Best' } })
    await write('Ada/First/04 Four.mp3', { tags: ADA })
    await scan()
    const { duplicates } = await answerOf(app, fetchDuplicates, {}, key)
    const found = duplicates.map(({ reason, files }) => [reason, ...files.map(file => file.path)])
    expect(found.toSorted()).toEqual([
      ['audio', 'Ada/Copies/07 Other.mp3', 'Ada/First/01 One.mp3'],
      ['name', 'Ada/Best/03 Three.mp3', 'Ada/First/03 Three.mp3'],
      ['recording', 'Ada/Best/02 Two.flac', 'Ada/First/02 Two.mp3'],
    ])
    expect(duplicates.flatMap(({ files }) => files)).toContainEqual({
      ...{ path: 'Ada/Best/03 Three.mp3', title: 'Three', artist: 'Ada', album: 'Best' },
      albumId: expect.any(String),
    })
  })

  it('lists albums without cover and artists without picture (fetchUnpictured)', async () => {
    const { open, app, key, collection, scan } = await start()
    await writeAlbum(folders.music, 'Ada/First', ADA, ['01 One.mp3'])
    await scan()
    // Nobody has a picture of them.
    const put = seed(open.db)
    for (const name of ['Various Artists', 'Unknown Artist']) await put.artist(name)
    expect(await collection()).toMatchObject({ albumsWithoutCover: 1, artistsWithoutPicture: 1 })
    const list = (kind: 'albums' | 'artists') => answerOf(app, fetchUnpictured, { kind }, key)
    expect((await list('albums')).items).toMatchObject([{ name: 'First', artist: 'Ada' }])
    expect((await list('artists')).items).toMatchObject([{ name: 'Ada', artist: '' }])
  })

  it('lists albums that no tag names (fetchAlbumsNamedByFolder) (COLL-01)', async () => {
    const { app, key, collection, scan } = await start()
    const untagged = { ARTIST: 'Ada', ALBUM: [] }
    await writeTrack(folders.music, 'Ada/Demos/CD1/01 One.mp3', { tags: untagged })
    await writeTrack(folders.music, 'Ada/Demos/CD2/01 Two.flac', { tags: untagged })
    // One tag names an album; the title of loose files is no folder's.
    await writeTrack(folders.music, 'Ada/First/01 One.mp3', { tags: ADA })
    await writeTrack(folders.music, 'Ada/First/02 Two.mp3', { tags: untagged })
    await writeTrack(folders.music, 'Loose.mp3', { tags: untagged })
    await scan()
    const list = async () => (await answerOf(app, fetchAlbumsNamedByFolder, {}, key)).albums
    expect(await list()).toEqual([{ id: expect.any(String), name: 'Demos', artist: 'Ada' }])
    expect(await collection()).toMatchObject({ albumsNamedByFolder: 1 })
    await writeTrack(folders.music, 'Ada/Demos/CD2/01 Two.flac', { tags: { ...untagged, ALBUM: 'Demos' } })
    await scan()
    expect(await list()).toEqual([])
    expect(await collection()).toMatchObject({ albumsNamedByFolder: 0 })
  })

  it('lists albums whose texts look broken, with how they would read (fetchBrokenAlbums) (COLL-02)', async () => {
    const { app, key, collection, scan } = await start()
    const inFile = (title: string, charset: string) => ({
      TIT2: encodeText(title, charset),
      TPE1: 'Ada',
      TALB: latin1('Ágætis byrjun'),
    })
    await writeId3Track(folders.music, 'cyrillic/1.mp3', { ...inFile('Сон', 'windows-1251'), TALB: 'Dreams' })
    await writeTrack(folders.music, 'chinese/1.flac', {
      tags: { TITLE: breakText('红豆', 'gbk'), ARTIST: 'Bo', ALBUM: 'Sing' },
    })
    // Recognized, and right.
    const whole = inFile('Скованные одной цепью, связанные одной целью', 'windows-1251')
    await writeId3Track(folders.music, 'known/1.mp3', { ...whole, TALB: 'Known' })
    await writeId3Track(folders.music, 'right/1.mp3', inFile('Þögnin', 'windows-1252'))
    await scan()
    expect(await collection()).toMatchObject({ albumsWithBrokenTexts: 2 })
    const { albums } = await answerOf(app, fetchBrokenAlbums, {}, key)
    expect(albums).toMatchObject([
      { name: 'Dreams', artist: 'Ada', texts: ['Ñîí'], takesCharset: true },
      { name: 'Sing', artist: 'Bo', texts: ['ºì¶¹'], takesCharset: false },
    ])
    expect(albums[0]?.readings).toContainEqual({ charset: 'windows-1251', texts: ['Сон'] })
    expect(albums[1]?.readings).toContainEqual({ charset: 'gb18030', texts: ['红豆'] })
  })

  it('no longer lists those that the operator’s character set has repaired (COLL-02)', async () => {
    const { open, app, key, scan } = await start()
    const names = { TPE1: 'Ada', TALB: 'Dreams' }
    await writeId3Track(folders.music, '1.mp3', { ...names, TIT2: encodeText('夏の扉', 'shift_jis') })
    await writeTrack(folders.music, 'other/1.flac', {
      tags: { TITLE: breakText('Сон', 'windows-1251'), ARTIST: 'Bo', ALBUM: 'Sing' },
    })
    await scan()
    const list = async () =>
      (await answerOf(app, fetchBrokenAlbums, {}, key)).albums.map(({ name, takesCharset }) => [
        name,
        takesCharset,
      ])
    expect(await list()).toEqual([
      ['Dreams', true],
      ['Sing', false],
    ])
    await importMusic(open, folders, { tagCharset: 'shift_jis' })
    expect((await readCatalogue(open)).tracks.map(track => track.title)).toContain('夏の扉')
    expect(await list()).toEqual([['Sing', false]])
  })

  it('finds albums that no tag names after an upgrade (COLL-01)', async () => {
    const { open, collection, scan } = await start()
    await writeTrack(folders.music, 'Ada/Demos/01 One.mp3', { tags: { ARTIST: 'Ada', ALBUM: [] } })
    await scan()
    // As the version before this was stored left it.
    await open.db.updateTable('albums').set({ named_by_folder: 0 }).execute()
    await open.db.updateTable('files').set({ read_version: 2 }).execute()
    await scan()
    expect(await collection()).toMatchObject({ albumsNamedByFolder: 1 })
  })

  it('keeps the last 100 imports', async () => {
    const { open, collection } = await start()
    for (let n = 0; n < 102; n++) {
      await open.db
        .transaction()
        .execute(tx => insertImportRun(tx, { id: `run-${n}`, started_at: n, folders: '[]' }))
    }
    const kept = await open.db.selectFrom('import_runs').select('id').orderBy('started_at').execute()
    expect([kept.length, kept[0]?.id]).toEqual([100, 'run-2'])
    expect((await collection()).runs[0]?.id).toBe('run-101')
  })
})
