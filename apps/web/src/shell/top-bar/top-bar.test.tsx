import { fetchPopularAlbums } from '@refrain/contract/catalogue/albums'
import { fetchPopularArtists } from '@refrain/contract/catalogue/artists'
import { fetchConfiguration } from '@refrain/contract/configuration'
import { PRODUCT_NAME } from '@refrain/contract/product'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mockBrowser } from '../../testing/mock-browser.ts'
import { type MockCall, mockCall, mockCalls } from '../../testing/mock-calls.ts'
import { showPage } from '../../testing/show-page.tsx'

vi.mock('../../listening/engine/player.ts')

function answerHome(...more: MockCall[]): void {
  mockCalls(
    mockCall(fetchPopularArtists, () => []),
    mockCall(fetchPopularAlbums, () => []),
    ...more,
  )
}

const bar = () => within(screen.getAllByRole('banner')[0]!)
const artists = () => bar().getByRole('link', { name: 'For Artists' })

beforeEach(mockBrowser)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('has its links in order, and the product name (LAY-01, LAY-08, LAY-09, LAY-10, LAY-11, PROP-05)', async () => {
  answerHome()
  await showPage('/')
  const links = within(bar().getByRole('navigation', { name: 'Top' })).getAllByRole('link')
  expect(links.map(link => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Home', '/'],
    ['About Creator', '/about'],
    ['Contact Us', '/contact'],
    ['For Artists', '/for-artists'],
  ])
  expect(links[0]?.getAttribute('aria-current')).toBe('page')
  expect(bar().getByRole('link', { name: PRODUCT_NAME }).getAttribute('href')).toBe('/')
})

it('has the name of the service, which titles get as well', async () => {
  answerHome(
    mockCall(fetchConfiguration, () => ({
      ...{ name: 'Family Music', sample: true, artistsUrl: '/', chatUrl: '/', google: null },
      ...{ signUp: 'open' as const, sendsEmail: false, guests: 'listen' as const, pushKey: '' },
    })),
  )
  await showPage('/')
  await bar().findByRole('link', { name: 'Family Music' })
  expect(document.title).toBe('Home · Family Music')
  // For the next visit, which may begin with a cached page.
  expect(localStorage.getItem('serviceName')).toBe('Family Music')
  localStorage.clear()
})

it('opens the site for artists in a new tab, at the configured address (LAY-11, PROP-04)', async () => {
  answerHome(
    mockCall(fetchConfiguration, () => ({
      name: PRODUCT_NAME,
      sample: true,
      artistsUrl: 'https://artists.example/',
      chatUrl: '/',
      google: null,
      signUp: 'open' as const,
      sendsEmail: false,
      guests: 'listen' as const,
      pushKey: '',
    })),
  )
  await showPage('/')
  await waitFor(() => expect(artists().getAttribute('href')).toBe('https://artists.example/'))
  expect(artists().getAttribute('target')).toBe('_blank')
  expect(artists().getAttribute('rel')).toBe('noopener noreferrer')
})

it('offers a guest Signup and Login (LAY-13, LAY-14, ROLE-01)', async () => {
  answerHome()
  await showPage('/')
  expect(bar().getByRole('link', { name: 'Signup' }).getAttribute('href')).toBe('/signup')
  expect(bar().getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login')
})
