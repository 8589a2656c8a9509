import { fetchPlaylist } from '@refrain/contract/library/playlists'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { routes } from '../routes.tsx'
import { type AccountServer, mockAccounts } from '../testing/mock-accounts.ts'
import { mockCall } from '../testing/mock-calls.ts'
import { showPage } from '../testing/show-page.tsx'
import { clearSession, restoreSession } from './session.ts'

vi.mock('../listening/engine/player.ts')

let server: AccountServer
beforeEach(async () => {
  server = mockAccounts(mockCall(fetchPlaylist, () => undefined))
  await server.signIn()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it.each(['/us1/library', '/us1/library/likedSongs', '/user/us1'])(
  'shows a member their own %s (ROUTE-11, ROUTE-12, ROUTE-23)',
  async address => {
    const router = await showPage(address)
    expect(router.state.location.pathname).toBe(address)
    expect(router.state.errors).toBeNull()
  },
)

it.each([
  ['/us2/library', '/us1/library'],
  ['/us2/library/likedSongs', '/us1/library/likedSongs'],
  ['/user/us2', '/user/us1'],
])('redirects a member from another listener’s %s to %s (PROP-35, READ-17)', async (from, to) => {
  const router = await showPage(from)
  expect(router.state.location.pathname).toBe(to)
})

it('redirects to the login when the session ends while such a page is shown (PROP-35)', async () => {
  const router = await showPage('/us1/library')
  clearSession()
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
})

it.each(['/us1/library', '/userplaylists/p1'])(
  'shows a skeleton at %s until it is known who is signed in',
  async address => {
    restoreSession()
    const answer = Promise.withResolvers<Response>()
    vi.stubGlobal('fetch', async () => (await answer.promise).clone())
    // Another tab has cleared what the browser stores: only the server knows who is signed in.
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: null }))
    const router = createMemoryRouter(routes, { initialEntries: [address] })
    render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    )
    await waitFor(() => expect(document.querySelector('main [aria-label="Loading"]')).not.toBeNull())
    expect(router.state.location.pathname).toBe(address)
    answer.resolve(Response.json({ name: 'token', value: null }))
    await waitFor(() => expect(router.state.location.pathname).not.toBe(address))
  },
)
