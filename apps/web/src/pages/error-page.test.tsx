import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { checkConnection } from '../api/connection.ts'
import { CallError } from '../api/send.ts'
import { ErrorPage } from './error-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function show(thrown: unknown): Promise<void> {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const loader = () => {
    throw thrown
  }
  const router = createMemoryRouter([
    { path: '/', loader, Component: () => null, ErrorBoundary: ErrorPage, HydrateFallback: () => null },
  ])
  render(<RouterProvider router={router} />)
  await screen.findByRole('heading', { name: 'Unexpected Application Error!' })
  await screen.findByRole('link', { name: 'Home' })
}

it('shows the message and the stack of an error, with a link to / (ERR-18, PROP-37)', async () => {
  const error = new Error('Loading chunk failed')
  await show(error)
  expect(screen.getByText('Loading chunk failed')).toBeDefined()
  expect(document.querySelector('details:not([open]) pre')?.textContent).toBe(error.stack)
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/')
  await waitFor(() => expect(document.title).toBe('Unexpected Application Error!'))
})

it('shows 404 Not Found for an unknown address (PROP-37)', async () => {
  await show(new Response(null, { status: 404, statusText: 'Not Found' }))
  expect(screen.getByText('404 Not Found')).toBeDefined()
  expect(document.querySelector('pre')).toBeNull()
})

it('shows 404 Not Found for an unknown artist or album (PROP-37)', async () => {
  await show(new CallError(404, 'Not Found'))
  expect(screen.getByText('404 Not Found')).toBeDefined()
  expect(document.querySelector('pre')).toBeNull()
})

it('shows the message and the stack of a call that failed (ERR-18)', async () => {
  const error = new CallError(500, 'Internal Server Error')
  await show(error)
  expect(screen.getByText('500 Internal Server Error')).toBeDefined()
  expect(document.querySelector('pre')?.textContent).toBe(error.stack)
})

it('opens the page again by a press, and by itself once the server can be reached again', async () => {
  let failing = true
  const fetch = vi.fn(async () => {
    if (failing) throw new TypeError('Failed to fetch')
    return Response.json({})
  })
  vi.stubGlobal('fetch', fetch)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const loader = vi.fn(async () => {
    if (failing) throw new Error('Loading chunk failed')
    return null
  })
  const router = createMemoryRouter([
    {
      path: '/',
      loader,
      Component: () => <p>Here</p>,
      ErrorBoundary: ErrorPage,
      HydrateFallback: () => null,
    },
  ])
  render(<RouterProvider router={router} />)
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByText(/server/)).toBeNull()
  fireEvent.click(again)
  await screen.findByText(/opens by itself/)
  const calls = loader.mock.calls.length
  failing = false
  void checkConnection()
  await screen.findByText('Here')
  expect(loader.mock.calls.length).toBeGreaterThan(calls)
})
