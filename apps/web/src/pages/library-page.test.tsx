import { createPlaylist } from '@refrain/contract/library/playlists'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { mockCall } from '../testing/mock-calls.ts'
import { makePlaylist, mockLibrary } from '../testing/mock-library.ts'
import { showPage } from '../testing/show-page.tsx'

vi.mock('../listening/engine/player.ts')

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

const grid = () => within(screen.getByRole('region', { name: 'Your Playlists' }))
const links = async () => {
  await grid().findByRole('link', { name: /Liked Songs/ })
  return grid()
    .getAllByRole('link')
    .map(link => [link.textContent, link.getAttribute('href')])
}

it('shows the playlists as a grid with song counts, after Liked Songs (ROUTE-11, LIB-01, PROP-25, ENT-17)', async () => {
  await mockLibrary({
    playlists: [makePlaylist('p2', ['al1-1', 'al1-2']), makePlaylist('p1')],
    liked: ['al1-1'],
  })
  await showPage('/us1/library')
  await waitFor(async () =>
    expect(await links()).toEqual([
      ['Liked Songs1 song', '/us1/library/likedSongs'],
      ['Playlist p22 songs', '/userplaylists/p2'],
      ['Playlist p10 songs', '/userplaylists/p1'],
    ]),
  )
  expect(document.title).toBe('Library')
  expect(screen.queryByText('You currently have no playlists')).toBeNull()
})

it('creates a playlist by the plus button, and opens it to be named (LIB-02, PROP-24, ROLE-09)', async () => {
  const server = await mockLibrary({ playlists: [makePlaylist('p1')] })
  const router = await showPage('/us1/library')
  await links()
  fireEvent.click(grid().getByRole('button', { name: 'New playlist' }))
  // A second press is ignored.
  fireEvent.click(grid().getByRole('button', { name: 'New playlist' }))
  const title = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title' })
  expect(title.value).toBe('My Playlist #2')
  title.focus()
  expect(title.value.slice(title.selectionStart ?? 0, title.selectionEnd ?? 0)).toBe('My Playlist #2')
  const { pathname } = router.state.location
  expect(pathname).toMatch(/^\/userplaylists\//)
  expect(server.countCalls(createPlaylist)).toBe(1)
  // Coming back opens the page as always.
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await act(() => router.navigate('/us1/library'))
  expect((await links()).map(([text]) => text)).toEqual([
    'Liked Songs0 songs',
    'My Playlist #20 songs',
    'Playlist p10 songs',
  ])
  await act(() => router.navigate(pathname))
  await screen.findByRole('heading', { level: 1, name: 'My Playlist #2' })
  expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull()
})

it('says what would be among the albums, and leads there', async () => {
  await mockLibrary({ playlists: [makePlaylist('p1')] })
  await showPage('/us1/library')
  const albums = within(await screen.findByRole('region', { name: 'Your Albums' }))
  expect(albums.getByText('Albums that you add to your Library appear here.')).toBeDefined()
  expect(albums.getByRole('link', { name: 'Browse albums' }).getAttribute('href')).toBe('/albums')
})

it('shows the empty state even with liked songs, and creates the first playlist (LIB-03, LIB-04, READ-52)', async () => {
  await mockLibrary({ liked: ['al1-1'] })
  await showPage('/us1/library')
  await screen.findByText('You currently have no playlists')
  expect((await links()).map(([, href]) => href)).toEqual(['/us1/library/likedSongs'])
  fireEvent.click(screen.getByRole('button', { name: 'Create Playlist' }))
  // The button disappears with the empty state; the focused one stays.
  expect(document.activeElement).toBe(grid().getByRole('button', { name: 'New playlist' }))
  await screen.findByRole('heading', { level: 1, name: 'My Playlist #1' })
})

it('says in one line that a playlist cannot be created (READ-59)', async () => {
  await mockLibrary(
    {},
    mockCall(createPlaylist, () => new Response('{"error":"200"}', { status: 409 })),
  )
  await showPage('/us1/library')
  fireEvent.click(await screen.findByRole('button', { name: 'Create Playlist' }))
  await screen.findByText('You currently have no playlists')
  await screen.findByRole('button', { name: 'Create Playlist' })
  expect(await screen.findAllByRole('alert')).toHaveLength(1)
})

it('has a carousel of daily mixes, one per genre (PROP-22)', async () => {
  await mockLibrary()
  await showPage('/us1/library')
  const row = within(await screen.findByRole('region', { name: 'Daily Mixes' }))
  expect(row.getAllByRole('link').map(link => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Daily Mix 1Ambient', '/playlists/Ambient'],
    ['Daily Mix 2Jazz', '/playlists/Jazz'],
  ])
})

it('fetches the first tracks of many playlists in one call for their covers', async () => {
  const playlists = [
    makePlaylist('p1', ['al1-3', 'al2-3', 'al3-3', 'al4-3', 'al5-3']),
    makePlaylist('p2', ['al2-2', 'al2-3']),
    { ...makePlaylist('p3', ['al5-1']), picturePath: 'own.jpg' },
  ]
  const { requestedIds } = await mockLibrary({ playlists })
  await showPage('/us1/library')
  await links()
  const covers = (name: RegExp) =>
    Array.from(grid().getByRole('link', { name }).querySelectorAll('img'), image =>
      image.getAttribute('src')?.split('/').slice(2, 4).join('/'),
    )
  const album = (n: number) => `album_profile/al${n}`
  await waitFor(() => expect(covers(/p1/)).toEqual([1, 2, 3, 4].map(album)))
  expect(covers(/p2/)).toEqual([album(2)])
  expect(covers(/p3/)).toEqual(['playlist_profile/p3'])
  expect(requestedIds).toEqual([['al1-3', 'al2-3', 'al3-3', 'al4-3', 'al5-3', 'al2-2']])
})
