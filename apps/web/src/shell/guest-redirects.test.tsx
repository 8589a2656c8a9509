import { fetchPopularAlbums } from '@refrain/contract/catalogue/albums'
import { fetchPopularArtists } from '@refrain/contract/catalogue/artists'
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mockBrowser } from '../testing/mock-browser.ts'
import { mockCall, mockCalls } from '../testing/mock-calls.ts'
import { showPage } from '../testing/show-page.tsx'

vi.mock('../listening/engine/player.ts')
vi.mock('../account/session.ts', async actual => ({
  ...(await actual<object>()),
  useToken: () => null,
  readToken: async () => null,
}))

beforeEach(() => {
  mockBrowser()
  mockCalls(
    mockCall(fetchPopularArtists, () => []),
    mockCall(fetchPopularAlbums, () => []),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it.each([
  ['/us1/library', '/login'],
  ['/us1/Library/', '/login'],
  ['/us1/library/likedSongs', '/login'],
  ['/us1/library/likedsongs', '/login'],
  ['/user/us1', '/login'],
  ['/User/us1', '/login'],
  ['/userplaylists/pl1', '/'],
  ['/UserPlaylists/pl1', '/'],
])(
  'redirects a guest from %s to %s, and Back does not return there (ROUTE-11 to ROUTE-14, ROUTE-23, READ-60, PROP-35)',
  async (from, to) => {
    const router = await showPage('/about')
    await router.navigate(from)
    expect(router.state.location.pathname).toBe(to)
    await router.navigate(-1)
    await waitFor(() => expect(router.state.location.pathname).toBe('/about'))
  },
)
