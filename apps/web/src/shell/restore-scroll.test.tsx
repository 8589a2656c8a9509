import { act, cleanup, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { countListeners } from '../testing/count-listeners.ts'
import { RestoreScroll } from './restore-scroll.tsx'

class IdleObserver {
  observe() {}
  disconnect() {}
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('renders nothing if the restored position is the top (PROP-38)', async () => {
  vi.stubGlobal('scrollTo', () => {})
  const router = createMemoryRouter([{ path: '*', Component: RestoreScroll }])
  const { container } = render(<RouterProvider router={router} />)
  await act(() => router.navigate('/albums'))
  await act(() => router.navigate(-1))
  expect(router.state.restoreScrollPosition).toBe(0)
  expect(container.textContent).toBe('')
})

it('leaves no listener and no timer when the screen is left', async () => {
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('ResizeObserver', IdleObserver)
  const listeners = countListeners()
  const router = createMemoryRouter([{ path: '*', Component: RestoreScroll }])
  render(<RouterProvider router={router} />)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const before = listeners()
  for (let visit = 0; visit < 3; visit++) {
    vi.stubGlobal('scrollY', 500)
    await act(() => router.navigate(`/albums/${visit}`))
    await act(() => router.navigate(-1))
    expect(router.state.restoreScrollPosition).toBe(500)
    expect([listeners() - before, vi.getTimerCount()]).toEqual([3, 1])
    vi.stubGlobal('scrollY', 0)
    await act(() => router.navigate('/artists'))
    expect([listeners() - before, vi.getTimerCount()]).toEqual([0, 0])
  }
})

it('stops restoring at the first input of the listener', async () => {
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('ResizeObserver', IdleObserver)
  vi.stubGlobal('scrollY', 500)
  const listeners = countListeners()
  const router = createMemoryRouter([{ path: '*', Component: RestoreScroll }])
  render(<RouterProvider router={router} />)
  await act(() => router.navigate('/albums'))
  const before = listeners()
  await act(() => router.navigate(-1))
  expect(listeners() - before).toBe(3)
  dispatchEvent(new Event('wheel'))
  expect(listeners() - before).toBe(0)
})

it('keeps the position of a screen that somebody goes back to before the rendered one is taken over (PROP-38)', () => {
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('scrollY', 213)
  vi.stubGlobal('ResizeObserver', IdleObserver)
  const loaded = [{ name: 'https://music.example/albums/1' }]
  vi.stubGlobal('performance', Object.assign(Object.create(performance), { getEntriesByType: () => loaded }))
  sessionStorage.setItem('scrolled', JSON.stringify({ default: 3000 }))
  onTestFinished(() => sessionStorage.clear())
  render(<RouterProvider router={createMemoryRouter([{ path: '*', Component: RestoreScroll }])} />)
  expect(JSON.parse(sessionStorage.getItem('scrolled') ?? '')).toEqual({ default: 3000 })
})
