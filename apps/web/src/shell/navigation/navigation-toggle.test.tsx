import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, Link, RouterProvider } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { NavigationToggle } from './navigation-toggle.tsx'

afterEach(cleanup)

/** The toggle and a link, as in the bottom bar. */
function showToggle() {
  const Component = () => (
    <>
      <NavigationToggle />
      <Link to="/search">Search, in the bar</Link>
    </>
  )
  const router = createMemoryRouter([{ path: '*', Component }], { initialEntries: ['/', '/albums'] })
  render(<RouterProvider router={router} />)
  return router
}

const toggle = () => screen.getByRole('button', { name: 'Navigation' })
const navigation = () => screen.queryByRole('navigation', { name: 'Main' })

it('opens and closes the navigation (LAY-24)', () => {
  showToggle()
  expect(navigation()).toBeNull()
  fireEvent.click(toggle())
  expect(navigation()).not.toBeNull()
  expect(toggle().getAttribute('aria-expanded')).toBe('true')
  fireEvent.click(toggle())
  expect(navigation()).toBeNull()
})

it('closes on any navigation (LAY-24, LAY-25)', async () => {
  const router = showToggle()
  fireEvent.click(toggle())
  await act(async () => fireEvent.click(screen.getByRole('link', { name: 'Search, in the bar' })))
  expect(router.state.location.pathname).toBe('/search')
  expect(navigation()).toBeNull()
  fireEvent.click(toggle())
  await act(() => router.navigate(-1))
  expect(router.state.location.pathname).toBe('/albums')
  expect(navigation()).toBeNull()
})
