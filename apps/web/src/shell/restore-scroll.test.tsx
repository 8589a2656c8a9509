import { act, cleanup, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { RestoreScroll } from './restore-scroll.tsx'

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
