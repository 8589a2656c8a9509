import { fetchMoreAlbums, fetchPopularAlbums } from '@refrain/contract/catalogue/albums'
import { fetchMoreArtists, fetchPopularArtists } from '@refrain/contract/catalogue/artists'
import { fetchConfiguration } from '@refrain/contract/configuration'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mockBrowser } from '../testing/mock-browser.ts'
import { mockCall, mockCalls } from '../testing/mock-calls.ts'
import { makeAlbum, makeArtist } from '../testing/records.ts'
import { showPage } from '../testing/show-page.tsx'

vi.mock('../listening/engine/player.ts')

const artists = Array.from({ length: 45 }, (_, place) => makeArtist(`ar${place + 1}`))
const albums = Array.from({ length: 45 }, (_, place) => makeAlbum(`al${place + 1}`, 1))
const page = <Row,>(rows: readonly Row[], number: number) => rows.slice((number - 1) * 20, number * 20)

let requestedPages: number[] = []

beforeEach(() => {
  mockBrowser()
  requestedPages = []
  mockCalls(
    mockCall(fetchMoreArtists, ({ page: number }) => {
      requestedPages.push(number)
      return { artists: page(artists, number), totalResults: artists.length }
    }),
    mockCall(fetchMoreAlbums, ({ page: number }) => {
      requestedPages.push(number)
      return { albums: page(albums, number), totalResults: albums.length }
    }),
    mockCall(fetchPopularArtists, () => artists.slice(0, 20)),
    mockCall(fetchPopularAlbums, () => albums.slice(0, 20)),
    // That it answers is enough.
    mockCall(fetchConfiguration, () => undefined),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const main = () => screen.getByRole('main')

it.each([
  ['/artists', 'Artists', 'Artist ar45'],
  ['/albums', 'Albums', 'Album al45'],
])(
  '%s has a heading and loads page by page, from 1 to the last (LIST-01, LIST-02, LIST-04 to LIST-06, PROP-15)',
  async (address, heading, last) => {
    // The page has no height in jsdom, so it never fills the window.
    vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(0)
    await showPage(address)
    expect(screen.getByRole('heading', { level: 1, name: heading })).toBeDefined()
    await screen.findByText(last)
    expect(requestedPages).toEqual([1, 2, 3])
    await waitFor(() => expect(document.title).toBe(heading))
    expect(main().querySelector('li')?.getAttribute('aria-setsize')).toBe('45')
  },
)

it('shows a loader while loading (LIST-03)', async () => {
  const { fetch } = globalThis
  let go: () => void = () => {}
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === fetchMoreArtists.path) await new Promise<void>(resolve => (go = resolve))
    return fetch(url, init)
  })
  await showPage('/artists')
  expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined()
  go()
  await screen.findByText('Artist ar1')
})

it.each(['/artists', '/albums'])(
  '%s says that the server cannot be reached, and loads as soon as it can (ERR-18)',
  async address => {
    const { fetch } = globalThis
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await showPage(address)
    expect(await screen.findByText('Failed to fetch')).toBeDefined()
    expect(await screen.findByText(/opens by itself/)).toBeDefined()
    const top = within(screen.getByRole('banner'))
    const sign = await top.findByRole('button', { name: /Can’t reach the server.*Try again/ })
    expect(main().querySelector('[data-empty]')).toBeNull()
    vi.stubGlobal('fetch', fetch)
    fireEvent.click(sign)
    await waitFor(() => expect(main().querySelector('li')).not.toBeNull())
    expect(top.queryByRole('button', { name: /Try again/ })).toBeNull()
  },
)

it.each([
  ['/popularalbums', 'Popular albums', '/albums/al1'],
  ['/PopularArtists', 'Popular artists', '/artists/ar1'],
])(
  '%s lists the popular ones as cards (LIST-09, LIST-10, ROUTE-09, ROUTE-10)',
  async (address, heading, link) => {
    await showPage(address)
    expect(screen.getByRole('heading', { level: 1, name: heading })).toBeDefined()
    await vi.waitFor(() => expect(main().querySelectorAll('li')).toHaveLength(20), 20_000)
    expect(main().querySelector('li a')?.getAttribute('href')).toBe(link)
  },
)

it.each(['/artists', '/albums'])(
  '%s leads to the search by Ctrl+F, as no filter sees all of it',
  async address => {
    const router = await showPage(address)
    await waitFor(() => expect(main().querySelector('li')).not.toBeNull())
    expect(fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true })).toBe(false)
    await waitFor(() => expect(router.state.location.pathname).toBe('/search'))
    await waitFor(() => expect(document.activeElement?.getAttribute('type')).toBe('search'))
  },
)
