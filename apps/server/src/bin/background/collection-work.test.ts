import { expect, it, onTestFinished, vi } from 'vitest'
import { migrate } from '../../database/migrate.ts'
import { openDatabase } from '../../database/open.ts'
import { write } from '../../database/retry.ts'
import { takeLease } from '../../importing/lease.ts'
import { useFolders } from '../../importing/testing/test-import.ts'
import { writeAlbum } from '../../importing/testing/write-music.ts'
import { readJobs, updateJob } from '../../jobs/job-store.ts'
import { CollectionWork } from './collection-work.ts'

const folders = useFolders()
const SOON = { timeout: 30_000 }
const LOOK_MS = 20

async function start() {
  vi.stubEnv('DATA_DIR', folders.dataDir)
  vi.stubEnv('DATABASE_URL', '')
  const open = openDatabase({ dataDir: folders.dataDir, databaseUrl: '' })
  await migrate(open)
  await writeAlbum(folders.music, 'Ada/First', { ARTIST: 'Ada', ALBUM: 'First' }, ['01 One.mp3'])
  const added = vi.fn()
  const work = new CollectionWork(open.db, [folders.music], added, LOOK_MS)
  onTestFinished(async () => {
    await work.stop()
    await open.close()
    vi.unstubAllEnvs()
  })
  const pause = (isPaused: boolean) =>
    write(open.db, tx => updateJob(tx, 'imports', { paused: isPaused ? 1 : 0 }))
  return { db: open.db, work, added, pause }
}

it('imports in a program of its own, and says when it has ended', async () => {
  const { db, work, added } = await start()
  work.importMusic([folders.music])
  await vi.waitFor(() => expect(added).toHaveBeenCalledOnce(), SOON)
  expect(await readJobs(db)).toMatchObject([{ name: 'imports', failed: 0, ended_at: expect.any(Number) }])
  expect(work.isImporting).toBe(false)
})

it('stops a running import when imports are paused, and starts none until they are resumed', {
  timeout: 120_000,
}, async () => {
  const { db, work, added, pause } = await start()
  // The program waits until another import has ended.
  const lease = await takeLease(db)
  work.importMusic([folders.music])
  expect(work.isImporting).toBe(true)
  await pause(true)
  await vi.waitFor(() => expect(work.isImporting).toBe(false), SOON)
  await lease.release()
  work.importMusic([folders.music])
  await vi.waitFor(() => expect(work.isImporting).toBe(false), SOON)
  expect(added).not.toHaveBeenCalled()
  await pause(false)
  work.importMusic([folders.music])
  await vi.waitFor(() => expect(added).toHaveBeenCalledOnce(), SOON)
})
