import { afterEach, expect, it, vi } from 'vitest'
import { loadPage } from './load-page.ts'

afterEach(() => vi.useRealTimers())

it('answers the page', async () => {
  const page = { Component: () => null }
  expect(await loadPage(async () => page)).toBe(page)
})

it('says that the chunk failed, whatever went wrong (ERR-19)', async () => {
  await expect(loadPage(() => Promise.reject(new TypeError('inner words')))).rejects.toThrow(
    /^Loading chunk failed$/,
  )
})

it('gives up after 120 seconds (CON-21)', async () => {
  vi.useFakeTimers()
  const settled = vi.fn()
  const loading = loadPage(() => new Promise(() => {})).catch(settled)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await loading
  expect(settled).toHaveBeenCalledWith(new Error('Loading chunk failed'))
})
