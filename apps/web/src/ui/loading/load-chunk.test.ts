import { afterEach, expect, it, vi } from 'vitest'
import { SOON } from '../../testing/soon.ts'
import { loadChunk } from './load-chunk.ts'
import { openNewBuild } from './new-build.ts'

vi.mock('./new-build.ts', () => ({ openNewBuild: vi.fn(async () => false) }))

afterEach(() => vi.useRealTimers())

it('returns the module', async () => {
  const page = { Component: () => null }
  expect(await loadChunk(async () => page)).toBe(page)
})

it('throws "Loading chunk failed", whatever the cause (ERR-19)', async () => {
  await expect(loadChunk(() => Promise.reject(new TypeError('inner words')))).rejects.toThrow(
    /^Loading chunk failed$/,
  )
})

it('stays pending while the page reloads into a newer build', async () => {
  vi.mocked(openNewBuild).mockResolvedValueOnce(true)
  const settled = vi.fn()
  void loadChunk(() => Promise.reject(new TypeError('gone'))).then(settled, settled)
  await vi.waitFor(() => expect(openNewBuild).toHaveBeenCalled(), SOON)
  await new Promise(resolve => setTimeout(resolve))
  expect(settled).not.toHaveBeenCalled()
})

it('times out after 120 seconds (CON-21)', async () => {
  vi.useFakeTimers()
  const settled = vi.fn()
  const loading = loadChunk(() => new Promise(() => {})).catch(settled)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await loading
  expect(settled).toHaveBeenCalledWith(new Error('Loading chunk failed'))
})
