import { expect, it, onTestFinished, vi } from 'vitest'
import { ResponseCache } from './response-cache.ts'

it('caches repeated requests up to its size and evicts the oldest', async () => {
  const cache = new ResponseCache(async () => 1, { maxBytes: 80_000 })
  await cache.refresh()
  for (const key of ['once', ...'abcdefghijkl', ...'abcdefghijkl']) cache.store(key, 'x'.repeat(1_900), 1)
  const cached = ['once', ...'abcdefghijkl'].filter(key => cache.get(key))
  expect(cached.at(-1)).toBe('l')
  expect(cached).not.toContain('once')
  expect(cached).not.toContain('a')
  expect(cached.length).toBeGreaterThan(5)
  cache.store('large', 'x'.repeat(10_000), 1)
  cache.store('large', 'x'.repeat(10_000), 1)
  expect(cache.get('large')).toBeUndefined()
})

it('reads the version again after a change that a read under way may have missed', async () => {
  const reads: PromiseWithResolvers<number>[] = []
  const cache = new ResponseCache(() => {
    const read = Promise.withResolvers<number>()
    reads.push(read)
    return read.promise
  })
  const early = cache.refresh()
  const anew = cache.refreshAfterChange()
  expect(reads).toHaveLength(1)
  reads[0]?.resolve(1)
  await early
  await expect.poll(() => reads.length).toBe(2)
  reads[1]?.resolve(2)
  await anew
  expect(cache.version).toBe(2)
})

it('forgets a response after a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const cache = new ResponseCache(async () => 1)
  await cache.refresh()
  for (let n = 0; n < 2; n++) cache.store('key', 'text', 1)
  vi.advanceTimersByTime(59_999)
  expect(cache.get('key')?.text).toBe('text')
  vi.advanceTimersByTime(1)
  expect(cache.get('key')).toBeUndefined()
  expect(cache.hits).toBe(1)
})
