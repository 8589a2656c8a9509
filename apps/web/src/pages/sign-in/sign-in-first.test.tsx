import { fetchSetUp } from '@refrain/contract/administration/set-up'
import { fetchPopularAlbums } from '@refrain/contract/catalogue/albums'
import { fetchPopularArtists } from '@refrain/contract/catalogue/artists'
import { fetchAllGenres } from '@refrain/contract/catalogue/genres'
import { fetchConfiguration } from '@refrain/contract/configuration'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { logout } from '../../account/logout.ts'
import { configurationQuery } from '../../api/configuration-query.ts'
import { queryClient } from '../../api/query-client.ts'
import { type AccountServer, fill, mockAccounts, PASSWORD } from '../../testing/mock-accounts.ts'
import { type MockCall, mockCall } from '../../testing/mock-calls.ts'
import { showPage } from '../../testing/show-page.tsx'

vi.mock('../../listening/engine/player.ts')

afterEach(() => {
  cleanup()
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const configuration = {
  ...{ name: 'Refrain', sample: false, artistsUrl: '/', chatUrl: '/', google: null },
  ...{ signUp: 'open' as const, guests: 'off' as const, sendsEmail: false, pushKey: '' },
}

/** A service that shows its music only to those who are signed in. */
function mockPrivateService(...more: readonly MockCall[]): AccountServer {
  const unlessGuest = () =>
    server.cookies.has('token') ? [] : new Response('{"error":"Sign in first."}', { status: 401 })
  const server = mockAccounts(
    ...more,
    mockCall(fetchConfiguration, () => configuration),
    mockCall(fetchPopularArtists, unlessGuest),
    mockCall(fetchPopularAlbums, unlessGuest),
    mockCall(fetchAllGenres, unlessGuest),
  )
  return server
}

const press = () => fireEvent.click(within(screen.getByRole('main')).getByRole('button', { name: 'Login' }))

it('takes guests of a private service to the login, and back to where they wanted to go', async () => {
  const server = mockPrivateService()
  const router = await showPage('/popularalbums?sort=1#top')
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  // Signing up instead is a way back, too.
  fireEvent.click(within(screen.getByRole('main')).getByRole('link', { name: 'Signup' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/signup'))
  fireEvent.click(within(await screen.findByRole('main')).getByRole('link', { name: 'Login' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  await screen.findByLabelText('Email')
  fill({ Email: 'ada@example.org', Password: PASSWORD })
  server.cookies.set('token', 'ada')
  press()
  await waitFor(() => expect(router.state.location.pathname).toBe('/popularalbums'))
  expect(router.state.location).toMatchObject({ search: '?sort=1', hash: '#top' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Popular albums' })).toBeDefined()
})

it('shows nothing that was fetched before to whoever comes after a logout', async () => {
  const server = mockPrivateService()
  await server.signIn()
  const router = await showPage('/popularalbums')
  await screen.findByRole('heading', { level: 1, name: 'Popular albums' })
  await queryClient.ensureQueryData(configurationQuery)
  await logout()
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
})

it('takes them to the set-up while nobody has an account', async () => {
  const state = {
    fixed: [],
    serviceName: '',
    signUp: 'open' as const,
    guests: 'off' as const,
  }
  mockPrivateService(mockCall(fetchSetUp, () => state))
  const router = await showPage('/popularalbums')
  await waitFor(() => expect(router.state.location.pathname).toBe('/setup'))
})
