import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useVirtualRows } from './use-virtual-rows.ts'

/** What is to run in the next frame, by its number: frames come when a test says so, however busy the machine is. */
const scheduled = new Map<number, FrameRequestCallback>()
let frames = 0

beforeEach(() => {
  scheduled.clear()
  vi.stubGlobal('innerHeight', 1000)
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    scheduled.set(++frames, callback)
    return frames
  })
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => scheduled.delete(frame))
})
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

/** Shows frames until nothing is left to render. */
function showFrames(): void {
  for (let frame = 0; frame < 100 && scheduled.size > 0; frame++)
    act(() => {
      const due = [...scheduled.values()]
      scheduled.clear()
      for (const callback of due) callback(performance.now())
    })
}

const range = (first: number, end: number) => Array.from({ length: end - first }, (_, index) => first + index)

it('renders the visible rows immediately, then four more on each side (LIST-02)', () => {
  scrollTo(0)
  const { result } = renderHook(() => useVirtualRows({ count: 20_000, height: 250, top: 100 }))
  expect(result.current).toEqual(range(0, 4))
  showFrames()
  expect(result.current).toEqual(range(0, 8))
})

it('renders the visible rows of another list immediately, such as those of a filtered one', () => {
  scrollTo(0)
  const { result, rerender } = renderHook(
    count => useVirtualRows({ count, of: count, height: 250, top: 100 }),
    {
      initialProps: 1,
    },
  )
  showFrames()
  expect(result.current).toEqual([0])
  rerender(20_000)
  expect(result.current).toEqual(range(0, 4))
  showFrames()
  expect(result.current).toEqual(range(0, 8))
  rerender(2)
  expect(result.current).toEqual([0, 1])
})

it.each([
  ['row by row', 1],
  ['a few rows at a time', 4],
])('renders %s if the page jumps and rendering is slow', (_how, batchSize) => {
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
  showFrames()
  expect(result.current).toEqual(range(0, 8))
  seen.length = 0
  scrollTo(100 + 250 * 1000)
  showFrames()
  expect(result.current).toEqual(range(996, 1009))
  const addedPerFrame = seen.map((rows, index) => {
    const before = seen[index - 1] ?? rows
    return rows.filter(row => !before.includes(row)).length
  })
  expect(Math.max(...addedPerFrame)).toBe(batchSize)
})

it('renders as many rows on each side as asked for', () => {
  scrollTo(1000)
  const { result } = renderHook(() => useVirtualRows({ count: 1000, height: 100, top: 0, overscan: 2 }))
  showFrames()
  expect(result.current).toEqual(range(8, 23))
})

it('renders again only when another row comes near', () => {
  scrollTo(0)
  let renders = 0
  const { result } = renderHook(() => {
    renders++
    return useVirtualRows({ count: 100, height: 250, top: 0 })
  })
  showFrames()
  expect(result.current).toHaveLength(9)
  const before = renders
  for (let y = 1; y < 200; y += 10) scrollTo(y)
  expect(renders).toBe(before)
  scrollTo(300)
  expect(renders).toBeGreaterThan(before)
})

it('renders no rows before their height is known, then starts at the scroll position', () => {
  scrollTo(2000)
  const { result, rerender } = renderHook(({ height }) => useVirtualRows({ count: 100, height, top: 0 }), {
    initialProps: { height: 0 },
  })
  expect(result.current).toEqual([])
  rerender({ height: 250 })
  expect(result.current).toEqual(range(8, 13))
})
