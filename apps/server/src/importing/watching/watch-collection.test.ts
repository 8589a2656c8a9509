import { mkdtemp, realpath, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { migrate } from '../../database/migrate.ts'
import { type OpenDatabase, openDatabase } from '../../database/open.ts'
import { makePostgres, onBothDatabases } from '../../testing/databases/both-databases.ts'
import { startDatabaseProxy } from '../../testing/databases/database-proxy.ts'
import { readMountPoints } from '../collection/mount-point-store.ts'
import { describeOutage, retryWithBackoff } from '../collection/retry-with-backoff.ts'
import { hasChanges } from '../import-report.ts'
import { type Lease, takeLease } from '../lease.ts'
import { findKnownPaths } from '../phases/known-file-store.ts'
import { importMusic, readCatalogue, useFolders } from '../testing/test-import.ts'
import { writeAlbum } from '../testing/write-music.ts'
import type { FolderEvent, FolderListener } from './folder-events.ts'
import { FakeClock } from './testing/fake-clock.ts'
import type { WalkSchedule } from './walk-schedule.ts'
import { type PassResult, type WatchOptions, type WatchTimes, watchCollection } from './watch-collection.ts'
import type { WatchState } from './watch-state.ts'

const PATIENT = { timeout: 60_000, interval: 50 }
const MINUTE = 60_000
/** Days with a look at mounts each 15 s take long. */
const RARE = { mountsMs: 5 * MINUTE }
const SCHEDULE: WalkSchedule = { everyMs: undefined, quietHours: undefined, wakesDisks: true }
const said = vi.spyOn(console, 'log').mockImplementation(() => {})
const complained = vi.spyOn(console, 'error').mockImplementation(() => {})
vi.spyOn(console, 'warn').mockImplementation(() => {})
beforeEach(() => {
  said.mockClear()
  complained.mockClear()
})

describe('watchCollection, by a clock that tests set', () => {
  const NOTHING: PassResult = { isChanged: false, isUnfinished: false }

  async function start(given: Partial<WatchOptions> = {}, results: PassResult[] = []) {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'refrain-watch-')))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const clock = new FakeClock()
    const stop = new AbortController()
    const passes: number[] = []
    const states: WatchState[] = []
    let listener: FolderListener | undefined
    const watching = watchCollection({
      ...{ folders: [folder], schedule: SCHEDULE, clock, signal: stop.signal },
      async importFolders() {
        passes.push(clock.now())
        return results.shift() ?? NOTHING
      },
      mountPoints: async () => [],
      findKnown: async paths => new Set(paths.filter(path => path.includes('known'))),
      async watch(_, heard) {
        listener = heard
        return { count: 1, isLimited: false, close() {} }
      },
      onState: state => states.push(state),
      ...given,
    })
    onTestFinished(async () => {
      stop.abort()
      await watching
    })
    await clock.untilAsleep()
    const hear = async (kind: FolderEvent['kind'], name: string) => {
      await clock.wakeBy(() =>
        listener?.onEvents([{ kind, folder, path: join(folder, name), isFolder: false }]),
      )
    }
    return { clock, passes, states, hear, lose: () => clock.wakeBy(() => listener?.onLost()) }
  }

  it('imports new files when their folder has been quiet for 10 s, and known ones at once', async () => {
    const { clock, passes, hear } = await start()
    await clock.advance(1_000)
    await hear('new', 'a.mp3')
    await clock.advance(8_000)
    await hear('written', 'b.mp3')
    await hear('written', 'known.mp3')
    await clock.advance(30_000)
    expect(passes).toEqual([9_100, 19_000])
  })

  it('walks once a day where events tell everything, and first when it starts', async () => {
    const { clock, passes, states } = await start({ importsFirst: true, times: RARE })
    await clock.advance(49 * 60 * MINUTE)
    expect(passes).toEqual([0, 1_440 * MINUTE, 2_880 * MINUTE])
    expect(states.at(-1)?.folders).toEqual([{ path: expect.any(String), isWatched: true, reason: '' }])
    expect(states.at(-1)?.nextWalkAt).toBe(clock.time() - clock.now() + 4_320 * MINUTE)
  })

  it('walks every 15 minutes where nothing can be watched', async () => {
    const { clock, passes, states } = await start({ watch: () => Promise.reject(new Error('no inotify')) })
    await clock.advance(31 * MINUTE)
    expect(passes).toEqual([15 * MINUTE, 30 * MINUTE])
    expect(states.at(-1)?.folders).toMatchObject([{ isWatched: false, reason: 'unavailable' }])
  })

  it('does so in buckets, and where the system lets it watch no more folders', async () => {
    const { clock, states } = await start({
      folders: ['s3://bucket/music', tmpdir()],
      watch: async () => ({ count: 1, isLimited: true, close() {} }),
    })
    await clock.advance(1)
    expect(states.at(-1)?.folders.map(({ reason }) => reason)).toEqual(['bucket', 'limit'])
  })

  it('does so once it has found what no event told of', async () => {
    const { clock, passes, states } = await start({ times: RARE }, [{ isChanged: true, isUnfinished: false }])
    await clock.advance(1_471 * MINUTE)
    expect(passes).toEqual([1_440, 1_455, 1_470].map(minutes => minutes * MINUTE))
    expect(states.at(-1)?.folders).toMatchObject([{ isWatched: true, reason: 'silent' }])
  })

  it('trusts events that told of what it found', async () => {
    const { clock, states, hear } = await start({}, [{ isChanged: true, isUnfinished: false }])
    await hear('new', 'a.mp3')
    await clock.advance(MINUTE)
    expect(states.at(-1)?.folders).toMatchObject([{ reason: '' }])
  })

  it('looks again, ever later, at what is not whole', async () => {
    const left = { isChanged: false, isUnfinished: true }
    const { clock, passes, states, hear } = await start({}, [
      left,
      left,
      left,
      { ...NOTHING, isChanged: true },
    ])
    await hear('new', 'a.mp3')
    await clock.advance(5 * MINUTE)
    expect(passes).toEqual([10_000, 20_000, 40_000, 80_000])
    expect(states.at(-1)?.folders).toMatchObject([{ reason: '' }])
  })

  it('rests ever longer while something changes each second, until it has been quiet', async () => {
    const { clock, passes, hear } = await start()
    for (let second = 0; second < 120; second++) {
      await hear('written', 'known.mp3')
      await clock.advance(1_000)
    }
    expect(passes.length).toBeLessThan(16)
    await clock.advance(2 * MINUTE)
    passes.length = 0
    await hear('written', 'known.mp3')
    await clock.advance(1_000)
    expect(passes).toHaveLength(1)
  })

  it('watches anew and imports when events were lost', async () => {
    const { clock, passes, lose } = await start()
    await lose()
    await clock.advance(MINUTE)
    expect(passes).toEqual([2_000])
  })

  it('imports nothing because an import has stored mount points', async () => {
    const points: string[] = []
    const { clock, passes } = await start({ mountPoints: async () => [...points] })
    points.push('/')
    await clock.advance(MINUTE)
    expect(passes).toEqual([])
  })

  it('leaves a disk alone that may sleep, until somebody uses it', async () => {
    let sleeps = true
    const activity = { maySleep: async () => sleeps }
    const schedule = { ...SCHEDULE, everyMs: 15 * MINUTE, wakesDisks: false }
    const { clock, passes } = await start({ schedule, activity })
    await clock.advance(60 * MINUTE)
    expect(passes).toEqual([])
    sleeps = false
    await clock.advance(MINUTE)
    expect(passes).toHaveLength(1)
  })
})

const folders = useFolders()
const ada = { ARTIST: 'Ada', ALBUM: 'First' }
/** Imports of tests are quick, but each waits for several, whatever else the machine does. */
const TIMES: Partial<WatchTimes> = {
  quietMs: 100,
  removedMs: 100,
  mountsMs: 1e9,
  retryMs: 20,
  longestRetryMs: 100,
}

async function titlesOf(open: OpenDatabase): Promise<string[]> {
  const { tracks } = await readCatalogue(open)
  return tracks
    .filter(track => track.available === 1)
    .map(track => track.title)
    .sort()
}

/** Imports the music folder and follows it; returns what stops it. */
async function watchMusic(open: OpenDatabase, times: Partial<WatchTimes> = {}): Promise<() => Promise<void>> {
  const stop = new AbortController()
  let last = await importMusic(open, folders)
  const importFolders = async () => {
    const report = await importMusic(open, folders)
    const isChanged = hasChanges(report, last)
    last = report
    return { isChanged, isUnfinished: false }
  }
  const watching = watchCollection({
    ...{ folders: [folders.music], importFolders, signal: stop.signal, schedule: SCHEDULE },
    mountPoints: async () => (await readMountPoints(open.db)).map(point => point.path),
    findKnown: paths => findKnownPaths(open.db, paths),
    times: { ...TIMES, ...times },
  })
  await vi.waitFor(() => expect(said).toHaveBeenCalledWith('Watching for changes.'), PATIENT)
  return async () => {
    stop.abort()
    await watching
  }
}

onBothDatabases('watchCollection', openTest => {
  it('imports what is added, moved and removed, and stops when aborted', { timeout: 120_000 }, async () => {
    const open = await openTest()
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'])
    const stop = await watchMusic(open)
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

  it('retries while another import runs, without a further event', { timeout: 120_000 }, async () => {
    const open = await openTest()
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'])
    const stop = await watchMusic(open)
    const other: Lease = await takeLease(open.db)
    await writeAlbum(folders.music, 'Ada/First', ada, ['02 Two.mp3'])
    const running = expect.stringMatching(/^Another import is running/)
    await vi.waitFor(() => expect(complained).toHaveBeenCalledWith(running), PATIENT)
    await other.release()
    await vi.waitFor(async () => expect(await titlesOf(open)).toEqual(['One', 'Two']), PATIENT)
    await stop()
  })
})

it('imports a replaced disk, and watches it', { timeout: 120_000 }, async () => {
  const open = openDatabase({ dataDir: folders.dataDir, databaseUrl: '' })
  onTestFinished(() => open.close())
  await migrate(open)
  await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'])
  const stop = await watchMusic(open, { mountsMs: 50 })
  await writeAlbum(`${folders.music}-new`, 'Ada/First', ada, ['02 Two.mp3'])
  await rename(folders.music, `${folders.music}-old`)
  await rename(`${folders.music}-new`, folders.music)
  await vi.waitFor(async () => expect(await titlesOf(open)).toEqual(['Two']), PATIENT)
  await writeAlbum(folders.music, 'Ada/First', ada, ['03 Three.mp3'])
  await vi.waitFor(async () => expect(await titlesOf(open)).toEqual(['Three', 'Two']), PATIENT)
  await stop()
})

describe('watchCollection on PostgreSQL', () => {
  it('survives a database outage', { timeout: 120_000 }, async () => {
    const { open: direct, url, end } = await makePostgres()
    onTestFinished(end)
    const proxy = await startDatabaseProxy(url)
    const open = openDatabase({ databaseUrl: proxy.url, dataDir: '' })
    await writeAlbum(folders.music, 'Ada/First', ada, ['01 One.mp3'])
    const stop = await watchMusic(open)
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
