import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FSWatcher } from 'chokidar'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../database/open.ts'
import { makePostgres, onBothDatabases } from '../../testing/databases/both-databases.ts'
import { startDatabaseProxy } from '../../testing/databases/database-proxy.ts'
import { hasChanges } from '../import-report.ts'
import { type Lease, takeLease } from '../lease.ts'
import { importMusic, readCatalogue, useFolders } from '../testing/test-import.ts'
import { writeAlbum } from '../testing/write-music.ts'
import * as device from './device.ts'
import { readMountPoints } from './mount-point-store.ts'
import { describeOutage, retryWithBackoff } from './retry-with-backoff.ts'
import { type WatchTimes, watchCollection } from './watch-collection.ts'

const PATIENT = { timeout: 60_000, interval: 50 }
/** So far away that it never comes in a test. */
const NEVER = 1e9

/** Whether new watchers hear of nothing, like those of a disk that was unmounted. */
const watchers = vi.hoisted(() => ({
  areDeaf: false,
  started: 0,
  last: undefined as FSWatcher | undefined,
}))
vi.mock('chokidar', async original => {
  const chokidar = await original<typeof import('chokidar')>()
  return {
    watch(...args: Parameters<typeof chokidar.watch>) {
      watchers.started++
      const watcher = chokidar.watch(...args)
      const { areDeaf } = watchers
      watchers.last = watcher
      const on = watcher.on.bind(watcher)
      vi.spyOn(watcher, 'on').mockImplementation((name, listener) =>
        areDeaf && name === 'all' ? watcher : on(name, listener),
      )
      return watcher
    },
  }
})
vi.mock('./device.ts', { spy: true })

// Each test waits for several imports, whatever else the machine does.
vi.setConfig({ testTimeout: 120_000 })

const folders = useFolders()
const ada = { ARTIST: 'Ada', ALBUM: 'First' }
const said = vi.spyOn(console, 'log').mockImplementation(() => {})
const complained = vi.spyOn(console, 'error').mockImplementation(() => {})
beforeEach(() => {
  Object.assign(watchers, { areDeaf: false, started: 0 })
  said.mockClear()
  complained.mockClear()
})

async function titlesOf(open: OpenDatabase): Promise<string[]> {
  const { tracks } = await readCatalogue(open)
  return tracks
    .filter(track => track.available === 1)
    .map(track => track.title)
    .sort()
}

/** Imports the music folder and follows it; returns what stops it. */
async function watchMusic(open: OpenDatabase, times: Partial<WatchTimes>): Promise<() => Promise<void>> {
  const stop = new AbortController()
  let last = await importMusic(open, folders)
  const importFolders = async () => {
    const report = await importMusic(open, folders)
    const isChanged = hasChanges(report, last)
    last = report
    return isChanged
  }
  const watching = watchCollection({
    ...{ folders: [folders.music], importFolders, signal: stop.signal },
    mountPoints: async () => (await readMountPoints(open.db)).map(point => point.path),
    times: {
      quietMs: 100,
      changeMs: 100,
      mountsMs: NEVER,
      walkMs: NEVER,
      retryMs: 20,
      longestRetryMs: 100,
      ...times,
    },
  })
  await vi.waitFor(() => expect(said).toHaveBeenCalledWith('Watching for changes.'), PATIENT)
  return async () => {
    stop.abort()
    await watching
  }
}

onBothDatabases('watchCollection', openTest => {
  it('imports what is added, moved and removed, and stops when aborted', async () => {
    const open = await openTest()
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'])
    const stop = await watchMusic(open, {})
    const [two] = await writeAlbum(folders.music, 'Ada/First', ada, ['02 Two.flac'])
    await vi.waitFor(async () => expect(await titlesOf(open)).toEqual(['One', 'Two']), PATIENT)
    await rename(two!, join(folders.music, 'Ada/First/02 Second.flac'))
    await vi.waitFor(async () => {
      const { files } = await readCatalogue(open)
      expect(files.map(file => file.path.split('/').at(-1))).toContain('02 Second.flac')
    }, PATIENT)
    await rm(join(folders.music, 'Ada/First/01 One.mp3'))
    await vi.waitFor(async () => expect(await titlesOf(open)).toEqual(['Two']), PATIENT)
    await stop()
  })

  it('detects a replaced disk without an event, and watches it again', async () => {
    const open = await openTest()
    watchers.areDeaf = true
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'])
    const stop = await watchMusic(open, { mountsMs: 50 })
    await rename(folders.music, `${folders.music}-old`)
    watchers.areDeaf = false
    await writeAlbum(`${folders.music}-new`, 'Ada/First', ada, ['02 Two.mp3'])
    await rename(`${folders.music}-new`, folders.music)
    await vi.waitFor(async () => expect(await titlesOf(open)).toEqual(['Two']), PATIENT)
    await writeAlbum(folders.music, 'Ada/First', ada, ['03 Three.mp3'])
    await vi.waitFor(async () => expect(await titlesOf(open)).toEqual(['Three', 'Two']), PATIENT)
    await stop()
  })

  it('watches a disk again that was unmounted and mounted between two checks', async () => {
    const open = await openTest()
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'])
    const stop = await watchMusic(open, { mountsMs: 50 })
    // All that is seen of it is that the folder goes.
    watchers.last?.emit('unlinkDir', join(folders.music, 'Ada'))
    await vi.waitFor(() => expect(watchers.started).toBeGreaterThan(1), PATIENT)
    await writeAlbum(folders.music, 'Ada/First', ada, ['02 Two.mp3'])
    await vi.waitFor(async () => expect(await titlesOf(open)).toEqual(['One', 'Two']), PATIENT)
    await stop()
  })

  it('stops asking whether a removed folder is back, since the watcher reports it', async () => {
    const open = await openTest()
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'])
    const stop = await watchMusic(open, { mountsMs: 20 })
    const album = join(folders.music, 'Ada/First')
    const readDevice = vi.mocked(device.readDevice)
    const checksOf = (path: string) => readDevice.mock.calls.filter(call => call[0] === path).length
    await rm(album, { recursive: true })
    await vi.waitFor(() => expect(checksOf(album)).toBeGreaterThan(0), PATIENT)
    const untilFurtherChecks = async () => {
      const before = checksOf(folders.music)
      await vi.waitFor(() => expect(checksOf(folders.music)).toBeGreaterThan(before + 3), PATIENT)
    }
    // Another check may have been under way.
    await untilFurtherChecks()
    const asked = checksOf(album)
    await untilFurtherChecks()
    expect(checksOf(album)).toBe(asked)
    await writeAlbum(folders.music, 'Ada/First', ada, ['02 Two.mp3'])
    await vi.waitFor(async () => expect(await titlesOf(open)).toEqual(['Two']), PATIENT)
    await stop()
  })

  it('finds changes without an event at the next walk, and restarts the watcher', async () => {
    const open = await openTest()
    watchers.areDeaf = true
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'])
    const stop = await watchMusic(open, { walkMs: 50 })
    watchers.areDeaf = false
    await writeAlbum(folders.music, 'Ada/First', ada, ['02 Two.mp3'])
    await vi.waitFor(async () => expect(await titlesOf(open)).toEqual(['One', 'Two']), PATIENT)
    await vi.waitFor(() => expect(watchers.started).toBeGreaterThan(1), PATIENT)
    await stop()
  })

  it('retries while the folder is missing or another import runs, without a further event', async () => {
    const open = await openTest()
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'])
    const stop = await watchMusic(open, {})
    const other: Lease = await takeLease(open.db)
    await writeAlbum(folders.music, 'Ada/First', ada, ['02 Two.mp3'])
    const running = expect.stringMatching(/^Another import is running/)
    await vi.waitFor(() => expect(complained).toHaveBeenCalledWith(running), PATIENT)
    await other.release()
    await vi.waitFor(async () => expect(await titlesOf(open)).toEqual(['One', 'Two']), PATIENT)
    await stop()
  })
})

describe('watchCollection on PostgreSQL', () => {
  it('survives a database outage', async () => {
    const { open: direct, url, end } = await makePostgres()
    onTestFinished(end)
    const proxy = await startDatabaseProxy(url)
    const open = openDatabase({ databaseUrl: proxy.url, dataDir: '' })
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'])
    const stop = await watchMusic(open, {})
    proxy.cut()
    await writeAlbum(folders.music, 'Ada/First', ada, ['02 Two.mp3'])
    const away = 'The database is unavailable. The import continues when it is back.'
    await vi.waitFor(() => expect(complained).toHaveBeenCalledWith(away), PATIENT)
    expect(await titlesOf(direct)).toEqual(['One'])
    proxy.restore()
    await vi.waitFor(async () => expect(await titlesOf(direct)).toEqual(['One', 'Two']), PATIENT)
    await stop()
    await open.close()
  })
})

it('an import that follows folders is retried while the disk is full', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  const failures = [full, full]
  const work = async () => {
    const failure = failures.shift()
    if (failure) throw failure
    return 'imported'
  }
  const times = { retryMs: 1, longestRetryMs: 1 }
  const { signal } = new AbortController()
  expect(await retryWithBackoff(work, { describeTemporary: describeOutage, signal, times })).toBe('imported')
  expect(complained.mock.calls).toEqual([[expect.stringMatching(/^The disk is full\. The import continues/)]])
})
