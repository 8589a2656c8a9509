import { fetchTrackCredits } from '@refrain/contract/catalogue/credits'
import { fetchAllGenres } from '@refrain/contract/catalogue/genres'
import { fetchAlbumTracks, fetchTrack } from '@refrain/contract/catalogue/tracks'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { player } from '../listening/engine/player.ts'
import { mockBrowser } from '../testing/mock-browser.ts'
import { mockCall, mockCalls } from '../testing/mock-calls.ts'
import { makeAlbum, makeGenre, makeTracks } from '../testing/records.ts'
import { showPage } from '../testing/show-page.tsx'

vi.mock('../listening/engine/player.ts')

const album = makeAlbum('al1', 3)
const tracks = makeTracks(album).map(track => ({ ...track, genre: 'hip-hop', playCount: 1234 }))
const second = tracks[1]!

function answer(genre = 'Hip-Hop'): void {
  mockCalls(
    mockCall(fetchTrack, ({ id }) => tracks.find(track => track.id === id)),
    mockCall(fetchTrackCredits, () => []),
    mockCall(fetchAlbumTracks, () => tracks),
    mockCall(fetchAllGenres, () => [makeGenre('ge1', genre)]),
  )
}

beforeEach(() => {
  mockBrowser()
  answer()
})
afterEach(() => {
  player.stop()
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const main = () => screen.getByRole('main')
const header = () => screen.getByRole('heading', { level: 1 }).closest('header') as HTMLElement

async function openTrack(): Promise<void> {
  await showPage('/track/al1-2')
  await screen.findByRole('heading', { level: 1, name: 'Track 2' })
  await screen.findByRole('grid', { name: 'Album al1' })
}

it('shows all details of a track (ROUTE-19, PROP-01, PROP-39)', async () => {
  await openTrack()
  expect(document.title).toBe('Track 2')
  expect(header().querySelector('img')?.getAttribute('src')).toBe(
    '/profile_path/album_profile/al1/al1-512.webp',
  )
  const links = within(header()).getAllByRole('link')
  expect(links.map(link => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Artist ar1', '/artists/ar1'],
    ['Album al1', '/albums/al1'],
  ])
  for (const text of ['3:05', '03/05/2024', '1,234 plays'])
    expect(within(header()).getByText(text)).toBeDefined()
  const genre = await within(main()).findByRole('link', { name: 'hip-hop' })
  expect(genre.getAttribute('href')).toBe('/genres/ge1')
})

it('shows a genre without a page as plain text (PROP-01)', async () => {
  answer('Folk')
  await openTrack()
  expect(within(main()).getByText('hip-hop')).toBeDefined()
  expect(within(main()).queryByRole('link', { name: 'hip-hop' })).toBeNull()
})

it('plays and pauses the track in the list of its album (PROP-01, PROP-41)', async () => {
  await openTrack()
  const play = () => within(main()).getAllByRole('button', { name: /^(Play|Pause)$/ })[0] as HTMLElement
  fireEvent.click(play())
  await waitFor(() => expect(player.getState().track?.id).toBe(second.id))
  expect(player.getState().list).toEqual({ id: 'al1', title: 'Album al1', type: 'album' })
  fireEvent.click(play())
  expect(player.getState().status).toBe('paused')
})

it('has the entries of the menu of a row (PROP-01)', async () => {
  await openTrack()
  fireEvent.click(within(main()).getAllByRole('button', { name: 'More options' })[0]!)
  const entries = await screen.findAllByRole('menuitem')
  expect(entries.map(entry => entry.textContent)).toEqual([
    'Go to artist',
    'Go to album',
    'Add to queue',
    'Share',
  ])
})

it('shows only the track if its album cannot be fetched (ROUTE-19, PROP-01)', async () => {
  mockCalls(
    mockCall(fetchTrack, () => second),
    mockCall(fetchTrackCredits, () => []),
    mockCall(fetchAlbumTracks, () => undefined),
    mockCall(fetchAllGenres, () => [makeGenre('ge1', 'Hip-Hop')]),
  )
  await openTrack()
  const rows = within(screen.getByRole('grid', { name: 'Album al1' })).getAllByRole('row')
  expect(rows).toHaveLength(1)
  expect(rows[0]?.textContent).toContain('Track 2')
})

it('shows the default error page for an unknown track (PROP-37)', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await showPage('/track/nope')
  expect(await screen.findByText('404 Not Found')).toBeDefined()
})

it.each(['%00', 'a%20b'])('shows the same for an invalid id like %s (PROP-37)', async id => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  mockCalls(mockCall(fetchTrack, () => new Response('{}', { status: 400 })))
  await showPage(`/track/${id}`)
  expect(await screen.findByText('404 Not Found')).toBeDefined()
})

it('links every artist of the credit, and guests whom the title names (NAME-09)', async () => {
  const artists = ['Ada', 'Bo', 'Cy'].map((name, n) => ({ id: `ar${n + 1}`, name }))
  mockCalls(
    mockCall(fetchTrack, () => ({ ...second, artistName: 'Ada & Bo', artists })),
    mockCall(fetchTrackCredits, () => []),
    mockCall(fetchAlbumTracks, () => tracks),
    mockCall(fetchAllGenres, () => []),
  )
  await openTrack()
  const links = within(header()).getAllByRole('link')
  expect(links.map(link => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Ada', '/artists/ar1'],
    ['Bo', '/artists/ar2'],
    ['Album al1', '/albums/al1'],
    ['Cy', '/artists/ar3'],
  ])
  expect(header().textContent).toContain('Ada & Bo')
  expect(header().textContent).toContain('With Cy')
})

it('links everybody who has written, conducted or produced the track (NAME-13)', async () => {
  mockCalls(
    mockCall(fetchTrack, () => second),
    mockCall(fetchTrackCredits, () => [
      { role: 'composer' as const, people: ['Cy', 'Di'].map((name, n) => ({ id: `ar${n + 1}`, name })) },
      { role: 'producer' as const, people: [{ id: 'ar3', name: 'Eva' }] },
    ]),
    mockCall(fetchAlbumTracks, () => tracks),
    mockCall(fetchAllGenres, () => []),
  )
  await openTrack()
  const credits = await screen.findByRole('region', { name: 'Credits' })
  expect(credits.querySelector('dl')?.textContent).toBe('Composed byCy, DiProduced byEva')
  const links = within(credits).getAllByRole('link')
  expect(links.map(link => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Cy', '/artists/ar1'],
    ['Di', '/artists/ar2'],
    ['Eva', '/artists/ar3'],
  ])
})

it('says nothing of credits that its tags do not have (NAME-13)', async () => {
  await openTrack()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.queryByRole('region', { name: 'Credits' })).toBeNull()
})
