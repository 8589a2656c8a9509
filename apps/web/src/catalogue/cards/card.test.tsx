import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { checkConnection } from '../../api/connection.ts'
import { queryClient } from '../../api/query-client.ts'
import { mockBrowser } from '../../testing/mock-browser.ts'
import { mockCalls } from '../../testing/mock-calls.ts'
import { makeAlbum, makeArtist, makeTracks } from '../../testing/records.ts'
import { albumQuery, albumTracksQuery } from '../catalogue-queries.ts'
import { AlbumCard } from './album-card.tsx'
import { ArtistCard } from './artist-card.tsx'

beforeEach(() => {
  mockBrowser()
  mockCalls()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function show(card: React.ReactNode) {
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: card }])} />)
  const link = screen.getByRole('link')
  return { link, picture: link.firstElementChild as HTMLElement, image: link.querySelector('img')! }
}
const artist = <ArtistCard artist={makeArtist('ar1')} sizes="200px" />
const album = <AlbumCard album={makeAlbum('al1', 3)} sizes="200px" />

it("shows an artist as a circle with the name and the label 'Artist' (CARD-01 to CARD-04)", () => {
  const { link, picture } = show(artist)
  expect(link.getAttribute('href')).toBe('/artists/ar1')
  expect(picture.className).toMatch(/\brounded-full\b/)
  expect([...link.querySelectorAll('span')].map(line => line.textContent)).toEqual(['Artist ar1', 'Artist'])
})

it("shows an album as a rounded square with its title and its artist's name (CARD-05 to CARD-08)", () => {
  const { link, picture } = show(album)
  expect(link.getAttribute('href')).toBe('/albums/al1')
  expect(picture.className).toMatch(/\baspect-square\b.*\brounded-cover\b/)
  expect([...link.querySelectorAll('span')].map(line => line.textContent)).toEqual([
    'Album al1',
    'Artist ar1',
  ])
})

it.each([
  ['artist', artist],
  ['album', album],
])("shows a skeleton until the %s's picture has loaded (CARD-09)", (_, card) => {
  const { picture, image } = show(card)
  expect(picture.querySelector('[data-skeleton]')).not.toBeNull()
  fireEvent.load(image)
  expect(picture.querySelector('[data-skeleton]')).toBeNull()
  expect(picture.querySelector('img')).not.toBeNull()
})

it.each([
  ['artist', artist],
  ['album', album],
])("shows a placeholder if the %s's picture does not load (PROP-51)", (_, card) => {
  const { picture, image } = show(card)
  fireEvent.error(image)
  expect(picture.querySelector('[data-neutral]')).not.toBeNull()
  expect(picture.querySelector('[data-skeleton]')).toBeNull()
})

it('says of a card whose page has not been loaded that it is not available while the server cannot be reached', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  void checkConnection()
  const { link } = show(album)
  await waitFor(() => expect(link.textContent).toContain('Not available offline'))
  expect(link.dataset.missing).toBe('true')
  cleanup()
  queryClient.setQueryData(albumQuery('al1').queryKey, makeAlbum('al1', 3))
  expect(show(album).link.dataset.missing).toBe('true')
  cleanup()
  queryClient.setQueryData(albumTracksQuery('al1').queryKey, makeTracks(makeAlbum('al1', 3)))
  expect(show(album).link.dataset.missing).toBeUndefined()
  vi.stubGlobal('fetch', async () => Response.json({}))
  await checkConnection()
})
