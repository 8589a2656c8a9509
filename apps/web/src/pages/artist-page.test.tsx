import { fetchArtistAlbums, fetchArtistAppearances } from '@refrain/contract/catalogue/albums'
import { fetchArtist } from '@refrain/contract/catalogue/artists'
import { fetchArtistCredits } from '@refrain/contract/catalogue/credits'
import { fetchArtistTracks, fetchMoreArtistTracks } from '@refrain/contract/catalogue/tracks'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { artistTracksQuery } from '../catalogue/catalogue-queries.ts'
import { player } from '../listening/engine/player.ts'
import { mockBrowser } from '../testing/mock-browser.ts'
import { mockCall, mockCalls } from '../testing/mock-calls.ts'
import { makeAlbum, makeArtist, makeTracks } from '../testing/records.ts'
import { showPage } from '../testing/show-page.tsx'

vi.mock('../listening/engine/player.ts')

const albums = [makeAlbum('al1', 12), makeAlbum('al2', 1)]

function answerArtist(tracks: number): void {
  mockCalls(
    mockCall(fetchArtist, () => ({ artist: makeArtist('ar1') })),
    mockCall(fetchMoreArtistTracks, () => ({ tracks: makeTracks(albums[0]!).slice(0, tracks) })),
    mockCall(fetchArtistAlbums, () => albums),
    mockCall(fetchArtistAppearances, () => []),
    mockCall(fetchArtistCredits, () => []),
  )
}

beforeEach(mockBrowser)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('shows name, followers, tracks and albums (ROUTE-06, ART-02, ART-03, ART-04, PROP-39)', async () => {
  answerArtist(4)
  await showPage('/artists/ar1')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Artist ar1')
  expect(screen.getByText('1,234 followers')).toBeDefined()
  const tracks = await screen.findByRole('grid', { name: 'Tracks' })
  expect(within(tracks).getAllByRole('row')).toHaveLength(4)
  const section = within(screen.getByRole('region', { name: 'Albums' }))
  expect(section.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
    '/albums/al1',
    '/albums/al2',
  ])
  await waitFor(() => expect(document.title).toBe('Artist ar1'))
})

it('plays all tracks by a button beside Follow', async () => {
  answerArtist(4)
  await showPage('/artists/ar1')
  await screen.findByRole('grid', { name: 'Tracks' })
  const header = within(screen.getByRole('main').querySelector('header') as HTMLElement)
  fireEvent.click(header.getByRole('button', { name: 'Play' }))
  await header.findByRole('button', { name: 'Pause' })
  expect(player.getState().list).toMatchObject({ id: 'artist-ar1', title: 'Artist ar1' })
  expect(player.getState().orders.album).toHaveLength(4)
  player.stop()
})

it('shows ten tracks at first and the rest on demand (ART-03)', async () => {
  answerArtist(12)
  await showPage('/artists/ar1')
  const tracks = await screen.findByRole('grid', { name: 'Tracks' })
  expect(within(tracks).getAllByRole('row')).toHaveLength(10)
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
  expect(within(screen.getByRole('grid', { name: 'Tracks' })).getAllByRole('row')).toHaveLength(12)
})

it('shows the first tracks of many before the rest arrives (ART-03)', async () => {
  const tracks = makeTracks(makeAlbum('al1', 8))
  mockCalls(
    mockCall(fetchArtist, () => ({ artist: makeArtist('ar1') })),
    mockCall(fetchMoreArtistTracks, () => ({ tracks: tracks.slice(0, 4), next: 'abc' })),
    mockCall(fetchArtistTracks, () => tracks),
    mockCall(fetchArtistAlbums, () => albums),
    mockCall(fetchArtistAppearances, () => []),
    mockCall(fetchArtistCredits, () => []),
  )
  let sendRest = () => {}
  const isSent = new Promise<void>(resolve => {
    sendRest = resolve
  })
  const answer = fetch
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url === fetchArtistTracks.path) await isSent
    return answer(url, init)
  })
  await showPage('/artists/ar1')
  await screen.findByRole('grid', { name: 'Tracks' })
  const rows = () => within(screen.getByRole('grid', { name: 'Tracks' })).getAllByRole('row').length
  expect(rows()).toBe(4)
  sendRest()
  await waitFor(() => expect(rows()).toBe(8))
})

it('keeps showing the first tracks if the rest cannot be loaded', async () => {
  mockCalls(
    mockCall(fetchArtist, () => ({ artist: makeArtist('ar1') })),
    mockCall(fetchMoreArtistTracks, () => ({ tracks: makeTracks(albums[0]!).slice(0, 4), next: 'abc' })),
    mockCall(fetchArtistTracks, () => undefined),
    mockCall(fetchArtistAlbums, () => albums),
    mockCall(fetchArtistAppearances, () => []),
    mockCall(fetchArtistCredits, () => []),
  )
  await showPage('/artists/ar1')
  const { queryKey } = artistTracksQuery('ar1')
  await waitFor(() => expect(queryClient.getQueryState(queryKey)?.status).toBe('error'))
  await screen.findByRole('grid', { name: 'Tracks' })
  expect(within(screen.getByRole('grid', { name: 'Tracks' })).getAllByRole('row')).toHaveLength(4)
})

it('shows only an icon for an artist without tracks and albums (PROP-62, READ-59)', async () => {
  mockCalls(
    mockCall(fetchArtist, () => ({ artist: makeArtist('ar1') })),
    mockCall(fetchMoreArtistTracks, () => ({ tracks: [] })),
    mockCall(fetchArtistAlbums, () => []),
    mockCall(fetchArtistAppearances, () => []),
    mockCall(fetchArtistCredits, () => []),
  )
  await showPage('/artists/ar1')
  await vi.waitFor(() => expect(document.querySelector('[data-empty]')).not.toBeNull(), 20_000)
})

it('omits an empty section without a message (PROP-62)', async () => {
  answerArtist(0)
  await showPage('/artists/ar1')
  await screen.findByRole('region', { name: 'Albums' })
  expect(screen.queryByRole('region', { name: 'Tracks' })).toBeNull()
})

it('shows the default error page for an unknown artist, and logs the error (ERR-07, PROP-37)', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  mockCalls(
    mockCall(fetchArtist, () => undefined),
    mockCall(fetchMoreArtistTracks, () => ({ tracks: [] })),
    mockCall(fetchArtistAlbums, () => []),
    mockCall(fetchArtistAppearances, () => []),
    mockCall(fetchArtistCredits, () => []),
  )
  await showPage('/artists/nope')
  expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeDefined()
  expect(logged).toHaveBeenCalledWith('Failed to fetch artist', expect.anything())
  expect(screen.queryByText(/Failed to fetch artist/)).toBeNull()
})

it('shows all tracks after a filter whose row with the focus is not among the first ten', async () => {
  answerArtist(12)
  // A history entry of its own: others remember that all were shown.
  const router = await showPage('/artists/ar2')
  await act(() => router.navigate('/artists/ar1'))
  const tracks = await screen.findByRole('grid', { name: 'Tracks' })
  const filter = async (text: string) => {
    fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true })
    const field = await screen.findByRole('searchbox', { name: 'Filter Tracks' })
    fireEvent.change(field, { target: { value: text } })
    await waitFor(() => expect(within(tracks).getAllByRole('row')).toHaveLength(1))
    return field
  }
  fireEvent.keyDown(await filter('track 3'), { key: 'Escape' })
  expect(within(tracks).getAllByRole('row')).toHaveLength(10)
  fireEvent.keyDown(await filter('track 12'), { key: 'ArrowDown' })
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  expect(within(tracks).getAllByRole('row')).toHaveLength(12)
  expect(document.activeElement?.closest('[role="row"]')?.getAttribute('aria-rowindex')).toBe('12')
})

it('shows the albums of others that the artist appears on (ART-05)', async () => {
  mockCalls(
    mockCall(fetchArtist, () => ({ artist: makeArtist('ar1') })),
    mockCall(fetchMoreArtistTracks, () => ({ tracks: makeTracks(albums[0]!).slice(0, 4) })),
    mockCall(fetchArtistAlbums, () => []),
    mockCall(fetchArtistAppearances, () => albums),
    mockCall(fetchArtistCredits, () => []),
  )
  await showPage('/artists/ar1')
  const section = within(await screen.findByRole('region', { name: 'Appears on' }))
  expect(section.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
    '/albums/al1',
    '/albums/al2',
  ])
  expect(screen.queryByRole('region', { name: 'Albums' })).toBeNull()
})

it('shows somebody who performs nothing with the albums of each role, and no Follow (NAME-13)', async () => {
  mockCalls(
    mockCall(fetchArtist, () => ({ artist: { ...makeArtist('ar1'), isCreditOnly: true as const } })),
    mockCall(fetchMoreArtistTracks, () => ({ tracks: [] })),
    mockCall(fetchArtistAlbums, () => []),
    mockCall(fetchArtistAppearances, () => []),
    mockCall(fetchArtistCredits, () => [
      { role: 'composer' as const, albums },
      { role: 'remixer' as const, albums: albums.slice(1) },
    ]),
  )
  await showPage('/artists/ar1')
  const linked = async (name: string) =>
    within(await screen.findByRole('region', { name }))
      .getAllByRole('link')
      .map(link => link.getAttribute('href'))
  expect(await linked('Composed')).toEqual(['/albums/al1', '/albums/al2'])
  expect(await linked('Remixed')).toEqual(['/albums/al2'])
  expect(document.querySelector('[data-empty]')).toBeNull()
  expect(screen.queryByText('1,234 followers')).toBeNull()
  expect(screen.queryByRole('button', { name: /follow/i })).toBeNull()
})
