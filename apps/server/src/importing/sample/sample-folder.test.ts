import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeWav } from '@refrain/audio/testing/make-pcm'
import { openSampleFiles, readSampleAnalyses, type SampleAlbum, sampleCatalogue } from '@refrain/demo'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { migrate } from '../../database/migrate.ts'
import { openDatabase } from '../../database/open.ts'
import { write } from '../../database/retry.ts'
import { folderStorage } from '../../media/storage/folder-storage.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { readPendingTracks } from '../analysis/pending-track-store.ts'
import { importCollection } from '../import-collection.ts'
import type { ImportReport } from '../import-report.ts'
import { LeaseError, takeLease } from '../lease.ts'
import { listPlaceholders } from './list-placeholders.ts'
import { orderOfHome } from './order-of-home.ts'
import { hasOwnMusic, moveSampleRoot, SAMPLE_FILES } from './sample-store.ts'
import { saveSampleAnalyses } from './save-sample-analyses.ts'
import { openSampleFolder, startSample } from './start-sample.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'refrain-sample-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** With the shortest track: rendering takes most of the time of these tests. */
const [ALBUM] = sampleCatalogue().toSorted((a, b) => shortest(a) - shortest(b)) as [SampleAlbum]
function shortest({ tracks }: SampleAlbum): number {
  return Math.min(...tracks.map(track => track.audio.trueSamples))
}

async function writeOwnMusic(): Promise<string> {
  const music = join(dataDir, 'music')
  await mkdir(music)
  await writeFile(join(music, 'quiet.wav'), makeWav(4_410))
  return music
}

it('has fewer files than a collection that is certainly the operator’s', () => {
  expect(sampleCatalogue().flatMap(album => album.tracks).length).toBeLessThan(SAMPLE_FILES)
})

it('is rendered ahead, in the order of Home, while nobody plays', {
  timeout: 240_000,
}, async () => {
  const dataDir = temporaryFolder()
  const open = openDatabase({ databaseUrl: '', dataDir })
  onTestFinished(() => open.close())
  await migrate(open)
  let isPlaying = true
  const looked = Promise.withResolvers<void>()
  const sample = await startSample({
    ...{ open, dataDir, storage: folderStorage(dataDir), aheadAfterMs: 0 },
    albums: [ALBUM],
    isPlaying: async () => {
      looked.resolve()
      return isPlaying
    },
  })
  onTestFinished(async () => {
    sample.stop()
    await sample.finished
  })
  await sample.imported
  const folder = await openSampleFolder(dataDir)
  const { isRendered } = openSampleFiles(folder)
  const paths = await orderOfHome(open.db, folder)
  expect(paths).toHaveLength(ALBUM.tracks.length)
  async function rendered(): Promise<string[]> {
    const areRendered = await Promise.all(paths.map(isRendered))
    return paths.filter((_, i) => areRendered[i])
  }
  await looked.promise
  expect(await rendered()).toEqual([])
  // Nothing is left to do for the analysis, either.
  expect((await readPendingTracks(open.db, '')).tracks).toEqual([])
  isPlaying = false
  await expect.poll(rendered, { timeout: 100_000 }).toEqual(paths.slice(0, 1))
})

onBothDatabases('the sample catalogue', openTest => {
  it('has loudness and waveforms before its audio is rendered', async () => {
    const open = await openTest()
    const folder = await openSampleFolder(dataDir)
    await openSampleFiles(folder).writeAlbum(ALBUM)
    const analyses = await readSampleAnalyses()
    const placeholders = listPlaceholders(folder, [ALBUM], analyses)
    await importCollection({
      ...{ open, storage: folderStorage(dataDir), folders: [folder] },
      describePlaceholder: path => placeholders.get(path),
    })
    await saveSampleAnalyses(open.db, analyses)
    const rows = await open.db
      .selectFrom('sound_analyses')
      .select(['loudness', 'peak', 'waveform', 'problem'])
      .execute()
    expect(rows).toHaveLength(ALBUM.tracks.length)
    for (const { loudness, peak, waveform, problem } of rows) {
      expect(loudness).toBeLessThan(-8)
      expect(peak).toBeGreaterThan(0.3)
      expect(Math.max(...(waveform as Uint8Array))).toBeGreaterThan(30)
      expect(problem).toBe('')
    }
    const sizes = await open.db.selectFrom('files').select('size').execute()
    expect(sizes.filter(({ size }) => size < 100_000)).toEqual([])
    expect((await readPendingTracks(open.db, '')).tracks).toEqual([])
  })

  it('is imported before its audio is rendered, and replaced by the operator’s music', async () => {
    const open = await openTest()
    const folder = await openSampleFolder(dataDir)
    await openSampleFiles(folder).writeAlbum(ALBUM)
    const placeholders = listPlaceholders(folder, [ALBUM], new Map())
    const importSample = () =>
      importCollection({
        open,
        storage: folderStorage(dataDir),
        folders: [folder],
        describePlaceholder: path => placeholders.get(path),
      })

    expect((await importSample()).added).toBe(ALBUM.tracks.length)
    expect((await importSample()).unchanged).toBe(ALBUM.tracks.length)
    const lengths = await open.db.selectFrom('tracks').select(['title', 'true_samples']).execute()
    expect(new Map(lengths.map(row => [row.title, row.true_samples]))).toEqual(
      new Map(ALBUM.tracks.map(track => [track.tags.title, track.audio.trueSamples])),
    )
    expect(await hasOwnMusic(open.db)).toBe(false)

    // A data folder that was moved: the same tracks, where they are now.
    await open.db
      .updateTable('files')
      .set({
        root: '/old/sample',
        path: sql<string>`'/old/sample' || substr(path, ${sql.lit(folder.length + 1)})`,
      })
      .execute()
    await moveSampleRoot(open.db, folder)
    expect((await importSample()).unchanged).toBe(ALBUM.tracks.length)

    const music = await writeOwnMusic()
    await importCollection({ open, storage: folderStorage(dataDir), folders: [music] })
    expect(await hasOwnMusic(open.db)).toBe(true)
    expect((await importSample()).added).toBe(0)

    expect(await open.db.selectFrom('tracks').select('title').execute()).toEqual([{ title: 'quiet' }])
    expect(await open.db.selectFrom('albums').select('id').execute()).toHaveLength(1)
  })

  it('yields to an import of the operator’s music at any time', async () => {
    const open = await openTest()
    const folder = await openSampleFolder(dataDir)
    const [album, other] = sampleCatalogue() as [SampleAlbum, SampleAlbum]
    await openSampleFiles(folder).writeAlbum(album)
    await openSampleFiles(folder).writeAlbum(other)
    const placeholders = listPlaceholders(folder, [album, other], new Map())
    const music = await writeOwnMusic()
    let own: Promise<ImportReport> | undefined
    const sample = importCollection({
      ...{ open, storage: folderStorage(dataDir), folders: [folder] },
      ...{ describePlaceholder: path => placeholders.get(path) },
      async onProgress({ done }) {
        if (done > 0) own ??= importCollection({ open, storage: folderStorage(dataDir), folders: [music] })
      },
    })
    // It may have been at its last album already.
    const outcome = await sample.then(
      () => 'finished',
      error => error,
    )
    if (outcome !== 'finished') expect(outcome).toBeInstanceOf(LeaseError)
    expect(await own).toMatchObject({ added: 1 })
    expect(await open.db.selectFrom('tracks').select('title').execute()).toEqual([{ title: 'quiet' }])
    expect(await open.db.selectFrom('leases').selectAll().execute()).toEqual([])
  })

  it('writes nothing once an import of the operator’s music holds the lease', async () => {
    const open = await openTest()
    const sample = await takeLease(open.db, { yields: true })
    await expect(takeLease(open.db, { yields: true })).rejects.toThrow(LeaseError)
    await write(open.db, tx => sample.hold(tx))
    const own = await takeLease(open.db)
    await expect(write(open.db, tx => sample.hold(tx))).rejects.toThrow(LeaseError)
    expect(sample.lost.aborted).toBe(true)
    await sample.release()
    await write(open.db, tx => own.hold(tx))
    await expect(takeLease(open.db)).rejects.toThrow(/^Another import is running/)
    await own.release()
  })

  it('starts while another import runs, and is imported when that ends without music', {
    timeout: 120_000,
  }, async () => {
    const open = await openTest()
    const own = await takeLease(open.db)
    const sample = await startSample({
      ...{ open, dataDir, storage: folderStorage(dataDir), albums: [ALBUM] },
      isPlaying: async () => false,
    })
    const count = async () => (await open.db.selectFrom('albums').select('id').execute()).length
    expect(await count()).toBe(0)
    await own.release()
    await vi.waitFor(async () => expect(await count()).toBeGreaterThan(0), { timeout: 60_000 })
    sample.stop()
    await sample.finished
  })
})
