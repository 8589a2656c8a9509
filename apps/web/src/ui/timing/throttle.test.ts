import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { throttle } from './throttle.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('calls immediately, then at most once per interval, and never drops the last call (LIST-08, CON-08)', () => {
  const callback = vi.fn()
  const throttled = throttle(callback, 150)
  throttled()
  expect(callback).toHaveBeenCalledTimes(1)
  for (let call = 0; call < 10; call++) throttled()
  vi.advanceTimersByTime(149)
  expect(callback).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(callback).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(1000)
  expect(callback).toHaveBeenCalledTimes(2)
})

it('drops the trailing call when cancelled', () => {
  const callback = vi.fn()
  const throttled = throttle(callback, 150)
  throttled()
  throttled()
  throttled.cancel()
  vi.advanceTimersByTime(1000)
  expect(callback).toHaveBeenCalledTimes(1)
})
