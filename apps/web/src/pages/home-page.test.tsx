import { fetchPopularAlbums } from '@refrain/contract/catalogue/albums'
import { fetchPopularArtists } from '@refrain/contract/catalogue/artists'
import { fetchTracksByIds } from '@refrain/contract/catalogue/tracks'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { albumTracksQuery } from '../catalogue/catalogue-queries.ts'
import { player } from '../listening/engine/player.ts'
import { mockBrowser } from '../testing/mock-browser.ts'
import { mockCall, mockCalls } from '../testing/mock-calls.ts'
import { makeAlbum, makeArtist, makeTracks } from '../testing/records.ts'
import { showPage } from '../testing/show-page.tsx'

vi.mock('../listening/engine/player.ts')

beforeEach(mockBrowser)
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const artists = ['ar1', 'ar2'].map(makeArtist)
const albums = ['al1', 'al2', 'al3'].map(id => makeAlbum(id, 1))

it('is titled Home, also for screen readers (ROUTE-02, READ-18)', async () => {
  mockCalls(
    mockCall(fetchPopularArtists, () => artists),
    mockCall(fetchPopularAlbums, () => albums),
  )
  await showPage('/')
  expect(screen.getByRole('heading', { level: 1, name: 'Home' })).toBeDefined()
  await waitFor(() => expect(document.title).toBe('Home'))
})

it('shows popular artists, then popular albums, each with a link to all (HOME-04 to HOME-07, ROUTE-04, READ-19)', async () => {
  mockCalls(
    mockCall(fetchPopularArtists, () => artists),
    mockCall(fetchPopularAlbums, () => albums),
  )
  await showPage('/')
  await screen.findByRole('heading', { name: 'Popular artists' })
  expect(
    screen
      .getAllByRole('heading', { level: 2 })
      .map(heading => heading.textContent)
      .slice(0, 2),
  ).toEqual(['Popular artists', 'Popular albums'])
  const all = screen.getAllByText('Show all').map(link => link.getAttribute('href'))
  expect(all).toEqual(['/PopularArtists', '/popularalbums'])
})

it('shows artists and albums as cards (CARD-02 to CARD-04, CARD-06 to CARD-08)', async () => {
  mockCalls(
    mockCall(fetchPopularArtists, () => artists),
    mockCall(fetchPopularAlbums, () => albums),
  )
  await showPage('/')
  const [artist] = within(await screen.findByRole('region', { name: 'Popular artists' })).getAllByRole(
    'listitem',
  )
  expect(artist?.textContent).toBe('Artist ar1Artist')
  expect(artist?.querySelector('a')?.getAttribute('href')).toBe('/artists/ar1')
  const [album] = within(screen.getByRole('region', { name: 'Popular albums' })).getAllByRole('listitem')
  expect(album?.textContent).toBe('Album al1Artist ar1')
  expect(album?.querySelector('a')?.getAttribute('href')).toBe('/albums/al1')
})

it('gives each carousel two buttons (HOME-17, HOME-18)', async () => {
  mockCalls(
    mockCall(fetchPopularArtists, () => artists),
    mockCall(fetchPopularAlbums, () => albums),
  )
  await showPage('/')
  await screen.findByRole('region', { name: 'Popular artists' })
  expect(screen.getAllByRole('button', { name: 'Previous slide' })).toHaveLength(2)
  expect(screen.getAllByRole('button', { name: 'Next slide' })).toHaveLength(2)
})

it('shows skeletons until both lists are loaded, and omits empty sections (HOME-12)', async () => {
  let answer: (response: typeof albums) => void = () => {}
  mockCalls(
    mockCall(fetchPopularArtists, () => []),
    mockCall(fetchPopularAlbums, () => albums),
  )
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url === fetchPopularAlbums.path) await new Promise(resolve => (answer = resolve))
    return fetch(url, init)
  })
  await showPage('/')
  expect((await screen.findAllByRole('status', { name: 'Loading' })).length).toBeGreaterThan(0)
  expect(screen.queryByRole('heading', { name: 'Popular albums' })).toBeNull()
  answer(albums)
  await screen.findByRole('heading', { name: 'Popular albums' })
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Popular artists' })).toBeNull()
})

it('shows no message if there is nothing at all (PROP-62, READ-59)', async () => {
  mockCalls(
    mockCall(fetchPopularArtists, () => []),
    mockCall(fetchPopularAlbums, () => []),
  )
  await showPage('/')
  await vi.waitFor(() => expect(document.querySelector('[data-empty]')).not.toBeNull(), 20_000)
  expect(screen.getByRole('main').textContent).toBe('Home')
})

describe('Recently Played', () => {
  const tracks = makeTracks(makeAlbum('al9', 4))

  function answerHome(known = tracks): string[] {
    return mockCalls(
      mockCall(fetchPopularArtists, () => artists),
      mockCall(fetchPopularAlbums, () => albums),
      mockCall(fetchTracksByIds, ({ tracks }) =>
        tracks.flatMap(id => known.find(track => track.id === id) ?? []),
      ),
    )
  }
  const storeRecent = (...ids: string[]) => localStorage.setItem('recent', JSON.stringify(ids))
  const headings = () => screen.getAllByRole('heading', { level: 2 }).map(heading => heading.textContent)

  it('comes before all other sections, as track rows, newest first (HOME-01, HOME-02, PROP-21)', async () => {
    storeRecent('al9-3', 'al9-1')
    answerHome()
    await showPage('/')
    const rows = within(await screen.findByRole('grid', { name: 'Recently Played' })).getAllByRole('row')
    expect(rows.map(row => row.querySelector('.track-title')?.textContent)).toEqual(['Track 3', 'Track 1'])
    await screen.findByRole('heading', { name: 'Popular albums' })
    expect(headings()).toEqual(['Recently Played', 'Popular artists', 'Popular albums'])
  })

  it('is hidden when empty or if the stored value is damaged (HOME-03, PROP-42)', async () => {
    for (const value of ['[]', 'damaged']) {
      localStorage.setItem('recent', value)
      const calls = answerHome()
      await showPage('/')
      await screen.findByRole('heading', { name: 'Popular albums' })
      expect(headings()).toEqual(['Popular artists', 'Popular albums'])
      expect(calls).not.toContain('fetchTracksByIds')
      cleanup()
    }
  })

  it('drops tracks that no longer exist (HOME-02)', async () => {
    storeRecent('gone', 'al9-2')
    answerHome()
    await showPage('/')
    const list = await screen.findByRole('grid', { name: 'Recently Played' })
    expect(within(list).getAllByRole('row')).toHaveLength(1)
    expect(localStorage.getItem('recent')).toBe('["al9-2"]')
  })

  it('is omitted if all tracks are gone or cannot be fetched (HOME-03, READ-59)', async () => {
    storeRecent('gone', 'lost')
    answerHome([])
    await showPage('/')
    await vi.waitFor(() => expect(screen.queryByText('Recently Played')).toBeNull(), 20_000)
    cleanup()
    storeRecent('al9-1')
    mockCalls(
      mockCall(fetchPopularArtists, () => artists),
      mockCall(fetchPopularAlbums, () => albums),
      mockCall(fetchTracksByIds, () => undefined),
    )
    await showPage('/')
    await screen.findByRole('heading', { name: 'Popular albums' })
    await vi.waitFor(() => expect(screen.queryByText('Recently Played')).toBeNull(), 20_000)
  })

  it('plays a row in the list of its own album (PROP-41, ROW-21)', async () => {
    storeRecent('al9-3')
    answerHome()
    await showPage('/')
    queryClient.setQueryData(albumTracksQuery('al9').queryKey, tracks)
    const list = await screen.findByRole('grid', { name: 'Recently Played' })
    fireEvent.click(within(list).getByRole('button', { name: 'Play' }))
    await vi.waitFor(() => expect(player.getState().track?.id).toBe('al9-3'), 20_000)
    expect(player.getState().list?.id).toBe('al9')
    expect(player.getState().queue).toHaveLength(4)
    player.stop()
  })
})

it('omits Suggested, Following and Top Tracks for a guest (READ-55, HOME-01, HOME-10)', async () => {
  mockCalls(
    mockCall(fetchPopularArtists, () => artists),
    mockCall(fetchPopularAlbums, () => albums),
  )
  await showPage('/')
  await screen.findByRole('heading', { name: 'Popular albums' })
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(2)
})
