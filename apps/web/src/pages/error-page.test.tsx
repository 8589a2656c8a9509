import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { CallError } from '../api/send.ts'
import { ErrorPage } from './error-page.tsx'

afterEach(() => {
  cleanup()
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
}

it('shows the message and the stack of an error, with a link to / (ERR-18, PROP-37)', async () => {
  const error = new Error('Loading chunk failed')
  await show(error)
  expect(screen.getByText('Loading chunk failed')).toBeDefined()
  expect(document.querySelector('pre')?.textContent).toBe(error.stack)
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
