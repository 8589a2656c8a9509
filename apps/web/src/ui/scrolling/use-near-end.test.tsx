import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useNearEnd } from './use-near-end.ts'

/** A page of 5,000 px in a window of 1,000, scrolled to `y`. */
function scrollTo(y: number, height = 5000): void {
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(height)
  vi.stubGlobal('innerHeight', 1000)
  vi.stubGlobal('scrollY', y)
  window.dispatchEvent(new Event('scroll'))
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('asks for more at 80% of the page and not before (LIST-07, CON-08)', () => {
  scrollTo(0)
  const more = vi.fn()
  renderHook(() => useNearEnd(more, 20))
  scrollTo(2999)
  vi.advanceTimersByTime(150)
  expect(more).not.toHaveBeenCalled()
  scrollTo(3000)
  vi.advanceTimersByTime(150)
  expect(more).toHaveBeenCalledTimes(1)
})

it('checks at most once in 150 ms (LIST-08)', () => {
  scrollTo(0)
  const more = vi.fn()
  renderHook(() => useNearEnd(more, 20))
  for (let y = 3000; y < 3100; y += 10) scrollTo(y)
  expect(more).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(150)
  expect(more).toHaveBeenCalledTimes(2)
})

it('asks immediately while the rows do not fill the window (PROP-15)', () => {
  scrollTo(0, 1000)
  const more = vi.fn()
  const { rerender } = renderHook(({ rows }) => useNearEnd(more, rows), { initialProps: { rows: 20 } })
  expect(more).toHaveBeenCalledTimes(1)
  rerender({ rows: 40 })
  expect(more).toHaveBeenCalledTimes(2)
  scrollTo(0, 3000)
  vi.advanceTimersByTime(500)
  more.mockClear()
  rerender({ rows: 60 })
  expect(more).not.toHaveBeenCalled()
})

it('does not ask before the rows are laid out', () => {
  scrollTo(0, 1000)
  const more = vi.fn()
  const { rerender } = renderHook(({ rows }) => useNearEnd(more, rows), { initialProps: { rows: 0 } })
  expect(more).not.toHaveBeenCalled()
  rerender({ rows: 20 })
  expect(more).toHaveBeenCalledTimes(1)
})
