import { beforeEach, expect, it, vi } from 'vitest'
import type { OpenDatabase } from '../database/open.ts'
import type { Sample, startSample } from '../importing/sample/start-sample.ts'
import { folderStorage } from '../media/storage/folder-storage.ts'

const mocks = vi.hoisted(() => ({
  startSample: vi.fn<typeof startSample>(),
  wait: vi.fn<(ms: number, value: undefined, options: { signal: AbortSignal }) => Promise<void>>(),
}))
vi.mock('../importing/sample/start-sample.ts', () => ({ startSample: mocks.startSample }))
vi.mock('node:timers/promises', () => ({ setTimeout: mocks.wait }))

const SOON = { timeout: 10_000 }
const options = {
  ...{ open: {} as OpenDatabase, dataDir: '/nowhere', storage: folderStorage('/nowhere') },
  isPlaying: async () => false,
}
const whole: Sample = {
  prepareFile: vi.fn(async () => {}),
  isReady: async () => false,
  trackCount: 3,
  imported: Promise.resolve(),
  finished: Promise.resolve(),
  stop() {},
}

beforeEach(() => {
  vi.resetModules()
  mocks.startSample.mockReset()
  mocks.wait.mockReset()
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  return () => log.mockRestore()
})

it('retries starting the sample catalogue with growing pauses', async () => {
  const sample = await import('./sample-music.ts')
  const goOn = Promise.withResolvers<void>()
  mocks.wait.mockReturnValueOnce(goOn.promise).mockResolvedValue()
  mocks.startSample
    .mockRejectedValueOnce(new Error('database or disk is full'))
    .mockRejectedValueOnce(new Error('database or disk is full'))
    .mockResolvedValue(whole)
  await sample.start(options)
  expect(sample.startedImport()).toBeUndefined()
  await sample.prepareFile('one.flac')
  expect(whole.prepareFile).not.toHaveBeenCalled()
  goOn.resolve()
  await expect.poll(() => sample.isReady('one.flac').catch(() => true), SOON).toBe(false)
  await sample.prepareFile('one.flac')
  expect(whole.prepareFile).toHaveBeenCalledWith('one.flac')
  const [first = 0, second] = mocks.wait.mock.calls.map(([ms]) => ms)
  expect(second).toBe(2 * first)
})

it('stops while waiting to retry', async () => {
  const sample = await import('./sample-music.ts')
  mocks.wait.mockImplementation(
    (_, __, { signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
  mocks.startSample.mockRejectedValue(new Error('database or disk is full'))
  await sample.start(options)
  await expect.poll(() => mocks.wait.mock.calls.length, SOON).toBe(1)
  sample.stop()
  await new Promise(setImmediate)
  expect(mocks.startSample).toHaveBeenCalledOnce()
})

it('stops during a start without logging', async () => {
  const sample = await import('./sample-music.ts')
  mocks.startSample.mockImplementation(
    ({ signal }) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  )
  const started = sample.start(options)
  await expect.poll(() => mocks.startSample.mock.calls.length, SOON).toBe(1)
  sample.stop()
  await started
  expect(console.error).not.toHaveBeenCalled()
  expect(mocks.startSample).toHaveBeenCalledOnce()
})
