import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useRenderedSlides } from './use-rendered-slides.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('renders slides immediately that are added to a complete carousel', async () => {
  const { result, rerender } = renderHook(({ count }) => useRenderedSlides(count, false)[0], {
    initialProps: { count: 8 },
  })
  expect(result.current).toBeLessThan(8)
  await vi.runAllTimersAsync()
  expect(result.current).toBe(8)
  rerender({ count: 20 })
  expect(result.current).toBe(20)
})
