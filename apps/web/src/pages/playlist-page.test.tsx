import { fetchTracksByIds } from '@refrain/contract/catalogue/tracks'
import { addTracksToPlaylist } from '@refrain/contract/library/playlist-tracks'
import { deletePlaylist, fetchPlaylist } from '@refrain/contract/library/playlists'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { ownKey } from '../account/session.ts'
import { queryClient } from '../api/query-client.ts'
import { player } from '../listening/engine/player.ts'
import { mockAccounts } from '../testing/mock-accounts.ts'
import { mockCall } from '../testing/mock-calls.ts'
import { makePlaylist, mockLibrary, records } from '../testing/mock-library.ts'
import { showPage } from '../testing/show-page.tsx'
import { Component } from './playlist-page.tsx'

vi.mock('../listening/engine/player.ts')

afterEach(() => {
  player.stop()
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

const three = () => makePlaylist('p1', ['al2-3', 'al1-1', 'al2-1'])
const header = () => within(screen.getByRole('heading', { level: 1 }).closest('header') as HTMLElement)
const rows = (name = 'Playlist p1') => {
  const list = screen.queryByRole('grid', { name })
  return list
    ? within(list)
        .getAllByRole('row')
        .map(row => row.querySelector('.track-title')?.textContent)
    : []
}
const play = () => screen.getAllByRole('button', { name: /^(Play|Pause)$/ })[0] as HTMLElement
const FIND = 'Find Something to add to your playlist'

/** Opens the menu of the playlist. @returns the labels of its entries */
async function openMenu(): Promise<HTMLElement[]> {
  const [more] = within(screen.getByRole('main')).getAllByRole('button', { name: 'More options' })
  fireEvent.click(more!)
  return screen.findAllByRole('menuitem')
}
async function choose(name: string): Promise<void> {
  await openMenu()
  fireEvent.click(screen.getByRole('menuitem', { name }))
}
async function answer(name: string): Promise<void> {
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))
}

it("shows its title, the details of its first track, song count and total time, in the listener's order (ROUTE-14, PLD-01 to PLD-08, READ-08, PROP-39)", async () => {
  const { requestedIds } = await mockLibrary({ playlists: [three()] })
  await showPage('/userplaylists/p1')
  await waitFor(() => expect(rows()).toEqual(['Track 3', 'Track 1', 'Track 1']))
  expect(document.title).toBe('Playlist p1')
  for (const text of ['Playlist', 'Playlist p1', '1998', '3 songs', '0 hr 9 min', '1,234 followers'])
    expect(header().getByText(text)).toBeDefined()
  expect(
    header()
      .getAllByRole('link')
      .map(link => link.getAttribute('href')),
  ).toEqual(['/artists/ar1', '/albums/al2'])
  expect(requestedIds).toEqual([['al2-3', 'al1-1', 'al2-1']])
})

it('omits the details of a first track if it is empty (READ-08)', async () => {
  await mockLibrary({ playlists: [makePlaylist('p1')] })
  await showPage('/userplaylists/p1')
  await screen.findByRole('heading', { name: FIND })
  expect(header().queryAllByRole('link')).toEqual([])
  expect(header().getByText('0 songs')).toBeDefined()
  expect(header().getByText('0 hr 0 min')).toBeDefined()
  expect(header().queryByText(/follower|1998/)).toBeNull()
})

it('plays from its first track, pauses, resumes, and is the current album of type playlist (PLD-09, PLD-10, READ-39, READ-41)', async () => {
  await mockLibrary({ playlists: [three()] })
  await showPage('/userplaylists/p1')
  await waitFor(() => expect(rows()).toHaveLength(3))
  fireEvent.click(play())
  expect(player.getState()).toMatchObject({ track: { id: 'al2-3' }, list: { id: 'p1', type: 'playlist' } })
  act(() => player.next())
  await waitFor(() => expect(play().getAttribute('aria-label')).toBe('Pause'))
  fireEvent.click(play())
  expect(player.getState()).toMatchObject({ track: { id: 'al1-1' }, status: 'paused' })
  fireEvent.click(play())
  expect(player.getState().track?.id).toBe('al1-1')
  expect(player.getState().status).not.toBe('paused')
})

it('can be edited and deleted (PLD-11, PLD-12)', async () => {
  await mockLibrary({ playlists: [three()] })
  await showPage('/userplaylists/p1')
  await waitFor(() => expect(rows()).toHaveLength(3))
  const offered = (await openMenu()).map(item => item.textContent)
  expect(offered).toEqual(expect.arrayContaining(['Edit details', 'Delete']))
})

it('is deleted after a question with its name and number; Cancel keeps it (PLD-12, PROP-26)', async () => {
  const server = await mockLibrary({ playlists: [three()] })
  await showPage('/userplaylists/p1')
  await waitFor(() => expect(rows()).toHaveLength(3))
  await choose('Delete')
  const question = await screen.findByRole('alertdialog', { name: 'Delete “Playlist p1”?' })
  expect(question.textContent).toContain('3 songs. They stay in the catalogue.')
  await answer('Cancel')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(rows()).toHaveLength(3)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(server.countCalls(deletePlaylist)).toBe(0)
})

it('opens the Library without it when it is deleted, and continues playback (PLD-12, PROP-26)', async () => {
  const server = await mockLibrary({ playlists: [three(), makePlaylist('p2')] })
  const router = await showPage('/userplaylists/p1')
  await waitFor(() => expect(rows()).toHaveLength(3))
  fireEvent.click(play())
  await choose('Delete')
  await answer('Delete')
  await screen.findByRole('heading', { level: 1, name: 'Library' })
  expect(router.state.location.pathname).toBe('/us1/library')
  await screen.findByRole('link', { name: /Playlist p2/ })
  expect(screen.queryByRole('link', { name: /Playlist p1/ })).toBeNull()
  expect(server.playlists.map(({ id }) => id)).toEqual(['p2'])
  expect(player.getState()).toMatchObject({ track: { id: 'al2-3' }, list: { id: 'p1' } })
})

it('returns to the Library with one line if deleting fails (READ-59)', async () => {
  await mockLibrary(
    { playlists: [three()] },
    mockCall(deletePlaylist, () => new Response('{"error":"no"}', { status: 500 })),
  )
  await showPage('/userplaylists/p1')
  await waitFor(() => expect(rows()).toHaveLength(3))
  await choose('Delete')
  await answer('Delete')
  await screen.findByRole('link', { name: /Playlist p1/ })
  expect(await screen.findAllByRole('alert')).toHaveLength(1)
})

it.each([
  ['that is unknown', 404],
  ['with an invalid id', 400],
])('redirects to Home from a playlist %s (VAL-19, ERR-15)', async (_, status) => {
  await mockLibrary(
    {},
    mockCall(fetchPlaylist, () => new Response('{"error":"no"}', { status })),
  )
  const router = await showPage('/userplaylists/p9')
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})

it('redirects a guest to Home (READ-60)', async () => {
  const server = mockAccounts()
  const router = await showPage('/userplaylists/p1')
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(server.countCalls(fetchPlaylist)).toBe(0)
})

it('opens Liked Songs without an editor, also by its id (PLD-13, READ-03)', async () => {
  await mockLibrary({ liked: ['al1-1'] })
  await showPage('/userplaylists/liked-us1')
  await waitFor(() => expect(rows('Liked Songs')).toEqual(['Track 1']))
  expect(within(screen.getByRole('heading', { level: 1 })).queryByRole('button')).toBeNull()
})

it('finds tracks by title while empty, shows an added one immediately and stays open for more (PLD-14, PLD-15, READ-51)', async () => {
  const server = await mockLibrary({ playlists: [makePlaylist('p1')] })
  await showPage('/userplaylists/p1')
  expect(await screen.findByRole('heading', { name: FIND })).toBeDefined()
  const box = screen.getByRole('searchbox', { name: FIND })
  expect(box.getAttribute('placeholder')).toBe(FIND)
  fireEvent.change(box, { target: { value: 'track 2' } })
  const found = within(await screen.findByRole('grid', { name: 'Found tracks' }))
  expect(found.getAllByRole('row')).toHaveLength(5)
  const [first, second] = found.getAllByRole('button', { name: 'Add' })
  fireEvent.click(first!)
  await waitFor(() => expect(rows()).toEqual(['Track 2']))
  fireEvent.click(second!)
  await waitFor(() => expect(rows()).toEqual(['Track 2', 'Track 2']))
  expect(first!.textContent).toBe('Added')
  await waitFor(() => expect(server.playlists[0]?.tracks).toEqual(['al1-2', 'al2-2']))
  expect(header().getByText('2 songs')).toBeDefined()
  // The track records come from the search results.
  expect(server.requestedIds).toEqual([])
})

it('clears the search by a button and keeps the focus (PLD-15)', async () => {
  await mockLibrary({ playlists: [makePlaylist('p1')] })
  await showPage('/userplaylists/p1')
  const box = await screen.findByRole<HTMLInputElement>('searchbox', { name: FIND })
  expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull()
  fireEvent.change(box, { target: { value: 'track 2' } })
  await screen.findByRole('grid', { name: 'Found tracks' })
  fireEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  await waitFor(() => expect(screen.queryByRole('grid', { name: 'Found tracks' })).toBeNull())
  expect(box.value).toBe('')
  expect(document.activeElement).toBe(box)
})

it('removes a track with one line if it cannot be added (READ-59)', async () => {
  const server = await mockLibrary(
    { playlists: [makePlaylist('p1')] },
    mockCall(addTracksToPlaylist, () => new Response('{"error":"full"}', { status: 409 })),
  )
  await showPage('/userplaylists/p1')
  fireEvent.change(await screen.findByRole('searchbox', { name: FIND }), { target: { value: 'Track 2' } })
  const [add] = await screen.findAllByRole('button', { name: 'Add' })
  fireEvent.click(add!)
  await waitFor(() => expect(server.countCalls(addTracksToPlaylist)).toBe(1))
  await waitFor(() => expect(add!.textContent).toBe('Add'))
  expect(rows()).toEqual([])
  expect(await screen.findAllByRole('alert')).toHaveLength(1)
})

it('keeps its rows if a track that was added elsewhere cannot be fetched', async () => {
  let isDown = false
  const server = await mockLibrary(
    { playlists: [three()] },
    mockCall(fetchTracksByIds, ({ tracks }) =>
      isDown ? new Response('{}', { status: 400 }) : records(tracks),
    ),
  )
  await showPage('/userplaylists/p1')
  await waitFor(() => expect(rows()).toHaveLength(3))
  isDown = true
  Object.assign(server.playlists[0]!, { tracks: ['al3-3', 'al2-3', 'al1-1'], version: 2 })
  await act(() => queryClient.invalidateQueries({ queryKey: ownKey('ada', 'playlists') }))
  await waitFor(() => expect(rows()).toEqual(['Track 3', 'Track 1']))
  isDown = false
  await act(() => queryClient.invalidateQueries({ queryKey: ownKey('ada', 'playlists') }))
  await waitFor(() => expect(rows()).toEqual(['Track 3', 'Track 3', 'Track 1']))
})

it('has no search box if it has tracks (PLD-14)', async () => {
  await mockLibrary({ playlists: [three()] })
  await showPage('/userplaylists/p1')
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(screen.queryByRole('heading', { name: FIND })).toBeNull()
})

it('searches for tracks to add by Ctrl+F while the playlist is empty', async () => {
  await mockLibrary({ playlists: [makePlaylist('p1')] })
  await showPage('/userplaylists/p1')
  const field = await screen.findByRole('searchbox', { name: FIND })
  fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true })
  expect(document.activeElement).toBe(field)
})

it('leads to the Library after a deletion, however long that takes to load (PROP-26)', async () => {
  const server = await mockLibrary({ playlists: [three()] })
  const arrival = Promise.withResolvers<null>()
  const router = createMemoryRouter(
    [
      { path: '/', element: <h1>Home</h1> },
      { path: '/userplaylists/:id', Component },
      { path: '/:userId/library', loader: () => arrival.promise, element: <h1>Library</h1> },
    ],
    { initialEntries: ['/userplaylists/p1'] },
  )
  queryClient.clear()
  render(
    <QueryClientProvider client={queryClient}>
      <main>
        <RouterProvider router={router} />
      </main>
    </QueryClientProvider>,
  )
  await waitFor(() => expect(rows()).toHaveLength(3))
  const fetched = server.countCalls(fetchPlaylist)
  await choose('Delete')
  await answer('Delete')
  await waitFor(() => expect(server.playlists).toEqual([]))
  // As a live update of another device does.
  await act(() => queryClient.invalidateQueries({ queryKey: ownKey('ada', 'playlists') }))
  await waitFor(() => expect(server.countCalls(fetchPlaylist)).toBeGreaterThan(fetched))
  expect(rows()).toHaveLength(3)
  arrival.resolve(null)
  await screen.findByRole('heading', { name: 'Library' })
  await waitFor(() => expect(queryClient.getQueryData(ownKey('ada', 'playlists', 'p1'))).toBeUndefined())
})
