import { fetchAllGenres } from '@refrain/contract/catalogue/genres'
import { searchCatalogue } from '@refrain/contract/catalogue/search'
import { fetchAlbumTracks } from '@refrain/contract/catalogue/tracks'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearSession } from '../../account/session.ts'
import { saveSearch } from '../../catalogue/search/recent-searches.ts'
import { player } from '../../listening/engine/player.ts'
import { mockBrowser } from '../../testing/mock-browser.ts'
import { mockCall, mockCalls } from '../../testing/mock-calls.ts'
import { makeAlbum, makeArtist, makeGenre, makeTracks } from '../../testing/records.ts'
import { showPage } from '../../testing/show-page.tsx'

vi.mock('../../listening/engine/player.ts')

beforeEach(() => {
  mockBrowser()
  localStorage.clear()
  const album = makeAlbum('al1', 2)
  mockCalls(
    mockCall(fetchAllGenres, () => [makeGenre('ge1', 'Ambient')]),
    mockCall(fetchAlbumTracks, () => makeTracks(album)),
    mockCall(searchCatalogue, () => ({
      tracks: makeTracks(album),
      artists: [makeArtist('ar1')],
      albums: [],
    })),
  )
})
afterEach(() => {
  cleanup()
  player.stop()
  vi.unstubAllGlobals()
})

const section = () => screen.findByRole('region', { name: 'Recent searches' })
const none = () => screen.queryByRole('region', { name: 'Recent searches' })
const shown = async () =>
  within(await section())
    .queryAllByRole('link')
    .map(link => link.textContent)

it('remembers a query when a result is opened', async () => {
  const router = await showPage('/search?q=love')
  fireEvent.click((await screen.findAllByRole('link', { name: /^Artist ar1/ }))[0]!)
  await act(() => router.navigate('/search'))
  expect(await shown()).toEqual(['love'])
  fireEvent.click(within(await section()).getByRole('link', { name: 'love' }))
  await screen.findByRole('heading', { name: 'Tracks' })
  expect(router.state.location.search).toBe('?q=love')
})

it('remembers a query when a result is played, and none that led nowhere', async () => {
  const router = await showPage('/search?q=lo')
  await screen.findByRole('heading', { name: 'Tracks' })
  await act(() => router.navigate('/search?q=love'))
  await screen.findByRole('heading', { name: 'Tracks' })
  await screen.findByText(/2 tracks/)
  fireEvent.click(
    within(screen.getByRole('grid', { name: 'Tracks' })).getAllByRole('button', { name: /^Play/ })[0]!,
  )
  await vi.waitFor(() => expect(player.getState().track?.id).toBe('al1-1'), 20_000)
  await act(() => router.navigate('/search'))
  expect(await shown()).toEqual(['love'])
})

it('removes each and all of them, and moves the focus', async () => {
  for (const query of ['a', 'b', 'c']) saveSearch(query)
  await showPage('/search')
  const remove = async (query: string) =>
    fireEvent.click(await screen.findByRole('button', { name: `Remove “${query}” from recent searches` }))
  await remove('b')
  expect(await shown()).toEqual(['c', 'a'])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove “a” from recent searches')
  await remove('a')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove “c” from recent searches')
  fireEvent.click(screen.getByRole('button', { name: 'Clear recent searches' }))
  expect(none()).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search' }))
  expect(screen.getByRole('list', { name: 'Genres' })).toBeDefined()
})

it('shows none after logout', async () => {
  saveSearch('love')
  await showPage('/search')
  expect(await shown()).toEqual(['love'])
  act(clearSession)
  expect(none()).toBeNull()
})
