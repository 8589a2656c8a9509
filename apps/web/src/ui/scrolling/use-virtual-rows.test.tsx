import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useVirtualRows } from './use-virtual-rows.ts'

beforeEach(() => vi.stubGlobal('innerHeight', 1000))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function scrollTo(y: number): void {
  vi.stubGlobal('scrollY', y)
  act(() => {
    window.dispatchEvent(new Event('scroll'))
  })
}

const range = (first: number, end: number) => Array.from({ length: end - first }, (_, index) => first + index)

it('renders the visible rows immediately, then four more on each side (LIST-02)', async () => {
  scrollTo(0)
  const { result } = renderHook(() => useVirtualRows({ count: 20_000, height: 250, top: 100 }))
  expect(result.current).toEqual(range(0, 4))
  await waitFor(() => expect(result.current).toEqual(range(0, 8)))
})

/** Frames are slow to come on a busy machine. */
const PATIENT = { timeout: 4_000 }

it.each([
  ['row by row', 1],
  ['a few rows at a time', 4],
])('renders %s if the page jumps and rendering is slow', async (_how, batchSize) => {
  // The clock advances by 10 ms on each read.
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
  scrollTo(0)
  const seen: (readonly number[])[] = []
  const { result } = renderHook(() => {
    const rows = useVirtualRows({ count: 20_000, height: 250, top: 100, batchSize })
    seen.push(rows)
    return rows
  })
  await waitFor(() => expect(result.current).toEqual(range(0, 8)), PATIENT)
  seen.length = 0
  scrollTo(100 + 250 * 1000)
  await waitFor(() => expect(result.current).toEqual(range(996, 1009)), PATIENT)
  const addedPerFrame = seen.map((rows, index) => {
    const before = seen[index - 1] ?? rows
    return rows.filter(row => !before.includes(row)).length
  })
  expect(Math.max(...addedPerFrame)).toBe(batchSize)
})

it('renders as many rows on each side as asked for', async () => {
  scrollTo(1000)
  const { result } = renderHook(() => useVirtualRows({ count: 1000, height: 100, top: 0, overscan: 2 }))
  await waitFor(() => expect(result.current).toEqual(range(8, 23)))
})

it('renders again only when another row comes near', async () => {
  scrollTo(0)
  let renders = 0
  const { result } = renderHook(() => {
    renders++
    return useVirtualRows({ count: 100, height: 250, top: 0 })
  })
  await waitFor(() => expect(result.current).toHaveLength(9))
  const before = renders
  for (let y = 1; y < 200; y += 10) scrollTo(y)
  expect(renders).toBe(before)
  scrollTo(300)
  expect(renders).toBeGreaterThan(before)
})

it('renders no rows before their height is known, then starts at the scroll position', async () => {
  scrollTo(2000)
  const { result, rerender } = renderHook(({ height }) => useVirtualRows({ count: 100, height, top: 0 }), {
    initialProps: { height: 0 },
  })
  expect(result.current).toEqual([])
  rerender({ height: 250 })
  expect(result.current).toEqual(range(8, 13))
})
