import { existsSync } from 'node:fs'
import { expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { LoadYielder, loadFile, reportLoad } from './service-load.ts'

/** Reports in a new folder, from a main thread that uses this much processor time between two looks. */
function reportFrom(microsPerLook: number) {
  const dataDir = temporaryFolder()
  let micros = 0
  const readCpu = vi.fn(() => {
    micros += microsPerLook
    return micros
  })
  onTestFinished(reportLoad(dataDir, readCpu))
  return { file: loadFile(dataDir), readCpu }
}

it('touches the load file while the service is busy', async () => {
  const { file } = reportFrom(1e9)
  await vi.waitFor(() => expect(existsSync(file)).toBe(true), { timeout: 20_000 })
})

it('leaves the load file alone while the service is idle', async () => {
  const { file, readCpu } = reportFrom(0)
  await vi.waitFor(() => expect(readCpu.mock.calls.length).toBeGreaterThan(5), { timeout: 20_000 })
  expect(existsSync(file)).toBe(false)
})

it('lets background work go on at once while nobody reports', async () => {
  const readMtime = vi.fn(() => 7)
  await new LoadYielder('', readMtime).yield()
  expect(readMtime).toHaveBeenCalledTimes(2)
})

it('lets background work wait until the reports end', async () => {
  let mtime = 0
  const yielder = new LoadYielder('', () => {
    if (mtime < 3) mtime++
    return mtime
  })
  const start = performance.now()
  await yielder.yield()
  expect(performance.now() - start).toBeGreaterThanOrEqual(300)
})

it('never stops background work of a service that is always busy', async () => {
  let mtime = 0
  const yielder = new LoadYielder('', () => ++mtime)
  const start = performance.now()
  await yielder.yield()
  expect(performance.now() - start).toBeGreaterThanOrEqual(1_000)
})
