import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { revalidateAnswers, startRevalidation } from './revalidate.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})

afterEach(() => {
  vi.useRealTimers()
})

it('revalidates each address once after a change', () => {
  revalidateAnswers()
  startRevalidation('/a')?.()
  expect(startRevalidation('/a')).toBeUndefined()
  expect(startRevalidation('/b')).toBeDefined()
  revalidateAnswers()
  expect(startRevalidation('/a')).toBeDefined()
})

it('revalidates again what failed, and what was read before the last change', () => {
  revalidateAnswers()
  startRevalidation('/failed')
  expect(startRevalidation('/failed')).toBeDefined()
  const end = startRevalidation('/early')
  revalidateAnswers()
  end?.()
  expect(startRevalidation('/early')).toBeDefined()
})

it('revalidates nothing once the cache has expired', () => {
  revalidateAnswers()
  vi.advanceTimersByTime(60_000)
  expect(startRevalidation('/a')).toBeUndefined()
})
