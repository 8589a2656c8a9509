import { afterEach, expect, it, vi } from 'vitest'
import { write } from '../../database/retry.ts'
import { updateJob } from '../../jobs/job-store.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
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

onBothDatabases('resumed imports', openDatabase => {
  /** Programs that end when the test says so. */
  const endings: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const end of endings.splice(0)) await end()
  })

  async function start(processes = 1) {
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
    const open = await openDatabase()
    const added = vi.fn()
    const make = () => new CollectionWork(open.db, ['/music'], added, LOOK_MS)
    const work = make()
    const others = Array.from({ length: processes - 1 }, make)
    endings.push(async () => {
      for (const { end } of programs) end(null)
      await Promise.all([work, ...others].map(each => each.stop()))
    })
    const pause = (isPaused: boolean) =>
      write(open.db, tx => updateJob(tx, 'imports', { paused: isPaused ? 1 : 0 }))
    const programAt = (index: number) =>
      vi.waitFor(() => {
        expect(programs.length).toBeGreaterThan(index)
        return programs[index]!
      }, SOON)
    return { work, others, added, pause, programs, programAt }
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

  it('starts an import once that another process resumes while it stops', { timeout: 120_000 }, async () => {
    const { work, others, added, pause, programs, programAt } = await start(2)
    work.importMusic(['/music'])
    const first = await programAt(0)
    await pause(true)
    await vi.waitFor(() => expect(first.isStopped()).toBe(true), SOON)
    await pause(false)
    expect(await others[0]!.scan(async () => ({ folders: ['/music'] }))).toBe(false)
    expect(others[0]!.isImporting).toBe(false)
    first.end(1)
    const second = await programAt(1)
    second.end(0)
    await vi.waitFor(() => expect(added).toHaveBeenCalledOnce(), SOON)
    expect(programs).toHaveLength(2)
  })

  it('starts an import once that several processes are asked for at the same time', async () => {
    const { work, others, programs, programAt } = await start(3)
    const order = { folders: ['/music'] }
    const all = [work, ...others]
    const asked = await Promise.all(all.map(each => each.scan(async () => order)))
    expect(asked.filter(is => is)).toHaveLength(1)
    ;(await programAt(0)).end(0)
    await vi.waitFor(() => expect(all.some(each => each.isImporting)).toBe(false), SOON)
    expect(programs).toHaveLength(1)
    // The next order may come by another process.
    expect(await all[asked.indexOf(false)]!.scan(async () => order)).toBe(true)
  })
})
