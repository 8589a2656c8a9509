import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useVisibleLines } from './use-visible-lines.ts'

beforeEach(() => vi.stubGlobal('innerHeight', 1000))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function scrollTo(y: number): void {
  vi.stubGlobal('scrollY', y)
  act(() => {
    window.dispatchEvent(new Event('scroll'))
  })
}

it('names the lines in the window and four more on each side, of however many (LIST-02)', () => {
  scrollTo(0)
  const { result } = renderHook(() => useVisibleLines({ count: 20_000, height: 250, top: 100 }))
  expect(result.current).toEqual([0, 8])
  scrollTo(100 + 250 * 1000)
  expect(result.current).toEqual([996, 1009])
  scrollTo(100 + 250 * 19_996)
  expect(result.current).toEqual([19_992, 20_000])
})

it('draws anew only when another line comes near', () => {
  scrollTo(0)
  let draws = 0
  renderHook(() => {
    draws++
    return useVisibleLines({ count: 100, height: 250, top: 0 })
  })
  const before = draws
  for (let y = 1; y < 200; y += 10) scrollTo(y)
  expect(draws).toBe(before)
  scrollTo(300)
  expect(draws).toBeGreaterThan(before)
})

it('names none while the height of a line is not known', () => {
  scrollTo(0)
  expect(renderHook(() => useVisibleLines({ count: 100, height: 0, top: 0 })).result.current).toEqual([0, 0])
})
