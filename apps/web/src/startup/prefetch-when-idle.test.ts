import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { prefetchWhenIdle } from './prefetch-when-idle.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'connection')
})

it.each([undefined, {}, { saveData: false }])(
  'prefetches once the browser is idle (connection: %j)',
  async connection => {
    Object.assign(navigator, { connection })
    const fetchAhead = vi.fn()
    prefetchWhenIdle(fetchAhead)
    expect(fetchAhead).not.toHaveBeenCalled()
    await vi.runAllTimersAsync()
    expect(fetchAhead).toHaveBeenCalledOnce()
  },
)

it('never prefetches for listeners who save data', async () => {
  Object.assign(navigator, { connection: { saveData: true } })
  const fetchAhead = vi.fn()
  prefetchWhenIdle(fetchAhead)
  await vi.runAllTimersAsync()
  expect(fetchAhead).not.toHaveBeenCalled()
})
