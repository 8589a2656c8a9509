import { expect, it, onTestFinished, vi } from 'vitest'
import { migrate } from '../../database/migrate.ts'
import { openDatabase } from '../../database/open.ts'
import { write } from '../../database/retry.ts'
import { updateJob } from '../../jobs/job-store.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { importInBackground } from '../music.ts'
import { CollectionWork } from './collection-work.ts'

vi.mock('../music.ts', () => ({ importInBackground: vi.fn() }))

const SOON = { timeout: 30_000 }
const LOOK_MS = 5

interface Program {
  readonly args: readonly string[]
  readonly isStopped: () => boolean
  readonly end: (status: number | null) => void
}

/** Programs that end when the test says so. */
async function start() {
  const programs: Program[] = []
  vi.mocked(importInBackground).mockImplementation((_folders, onEnd, { args = [] }) => {
    const ended = Promise.withResolvers<void>()
    let isStopped = false
    const end = (status: number | null) => {
      onEnd(status)
      ended.resolve()
    }
    programs.push({ args, isStopped: () => isStopped, end })
    return () => {
      isStopped = true
      return ended.promise
    }
  })
  const open = openDatabase({ dataDir: temporaryFolder(), databaseUrl: '' })
  await migrate(open)
  const added = vi.fn()
  const work = new CollectionWork(open.db, ['/music'], added, LOOK_MS)
  onTestFinished(async () => {
    for (const { end } of programs) end(null)
    await work.stop()
    await open.close()
  })
  const pause = (isPaused: boolean) =>
    write(open.db, tx => updateJob(tx, 'imports', { paused: isPaused ? 1 : 0 }))
  const programAt = (index: number) =>
    vi.waitFor(() => {
      expect(programs.length).toBeGreaterThan(index)
      return programs[index]!
    }, SOON)
  return { work, added, pause, programs, programAt }
}

it('starts an import again that was resumed while it stopped', { timeout: 120_000 }, async () => {
  const { work, added, pause, programAt } = await start()
  work.importMusic(['/music'])
  const first = await programAt(0)
  await pause(true)
  await vi.waitFor(() => expect(first.isStopped()).toBe(true), SOON)
  await pause(false)
  expect(work.isImporting).toBe(true)
  first.end(1)
  const second = await programAt(1)
  expect(second.isStopped()).toBe(false)
  expect(added).not.toHaveBeenCalled()
  second.end(0)
  await vi.waitFor(() => expect(added).toHaveBeenCalledOnce(), SOON)
  expect(work.isImporting).toBe(false)
})

it('then forgets tracks if it was about to', { timeout: 120_000 }, async () => {
  const { work, pause, programAt } = await start()
  await work.scan(async () => ({ folders: ['/music'], forgetSeen: 'last' }))
  const first = await programAt(0)
  await pause(true)
  await vi.waitFor(() => expect(first.isStopped()).toBe(true), SOON)
  await pause(false)
  first.end(1)
  expect((await programAt(1)).args).toEqual(first.args)
  expect(first.args).toContain('--seen=last')
})

it('starts no import while the service stops', { timeout: 120_000 }, async () => {
  const { work, pause, programs, programAt } = await start()
  work.importMusic(['/music'])
  const first = await programAt(0)
  await pause(true)
  await vi.waitFor(() => expect(first.isStopped()).toBe(true), SOON)
  await pause(false)
  const stopped = work.stop()
  first.end(1)
  await stopped
  expect(programs).toHaveLength(1)
  expect(await work.scan(async () => ({ folders: ['/music'] }))).toBe(false)
})

it('starts none either that was prepared when the service stopped', async () => {
  const { work, programs } = await start()
  const order = Promise.withResolvers<{ readonly folders: readonly string[] }>()
  const scanned = work.scan(() => order.promise)
  await work.stop()
  order.resolve({ folders: ['/music'] })
  expect(await scanned).toBe(false)
  expect([programs.length, work.isImporting]).toEqual([0, false])
})
