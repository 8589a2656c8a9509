import { fetchAlbumTracks } from '@refrain/contract/catalogue/tracks'
import { addTracksToPlaylist, deleteTrackFromPlaylist } from '@refrain/contract/library/playlist-tracks'
import { fetchUserPlaylists } from '@refrain/contract/library/playlists'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { clearSession } from '../../account/session.ts'
import { type MockCall, mockCall } from '../../testing/mock-calls.ts'
import { albums, makePlaylist, mockLibrary } from '../../testing/mock-library.ts'
import { makeTracks } from '../../testing/records.ts'
import { showPage } from '../../testing/show-page.tsx'

vi.mock('../../listening/engine/player.ts')

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

const albumTracks = mockCall(fetchAlbumTracks, ({ albumId }) => {
  const album = albums.find(({ id }) => id === albumId)
  return album && makeTracks(album)
})
const playlists = () => [makePlaylist('p1', ['al1-1', 'al2-1']), makePlaylist('p2', ['al1-2'])]
const library = (start: Parameters<typeof mockLibrary>[0], ...more: readonly MockCall[]) =>
  mockLibrary(start, ...more, albumTracks)

const more = (description?: string) =>
  within(screen.getByRole('main')).getAllByRole('button', {
    name: 'More options',
    ...(description && { description }),
  })[0]!
const offered = () => screen.getAllByRole('menuitem').map(item => item.textContent)
const closed = () => waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
const announcement = () => document.querySelector('[data-part="announcement"]')?.textContent

/** Opens a menu and waits for its playlists. */
async function openMenu(description?: string): Promise<void> {
  fireEvent.click(more(description))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Go to artist'))
}

/** Opens a sub-menu. @returns the labels of its entries */
async function openSub(name: string): Promise<(string | null)[]> {
  fireEvent.click(await screen.findByRole('menuitem', { name }))
  const sub = await screen.findByRole('menu', { name })
  return within(sub)
    .getAllByRole('menuitem')
    .map(item => item.textContent)
}

const choose = (name: string) => fireEvent.click(screen.getByRole('menuitem', { name }))

async function showAlbum(): Promise<void> {
  await showPage('/albums/al1')
  await screen.findByText('Track 3')
}

it('adds a track to a playlist, but not to Liked Songs, and confirms it (ROW-12, READ-43, PROP-60, ROLE-09)', async () => {
  const server = await library({ playlists: playlists(), liked: ['al1-3'] })
  await showAlbum()
  await openMenu('Track 3')
  expect(await openSub('Add to playlist')).toEqual(['New playlist', 'Playlist p1', 'Playlist p2'])
  choose('Playlist p2')
  expect(await screen.findByRole('menuitem', { name: 'Added' })).toBeDefined()
  expect(server.playlists[1]?.tracks).toEqual(['al1-2', 'al1-3'])
  expect(announcement()).toBe('Added to Playlist p2')
  await closed()
  await openMenu('Track 3')
  expect(await openSub('Add to playlist')).toEqual(['New playlist', 'Playlist p1', 'Playlist p2Added'])
})

it('creates a playlist from a track', async () => {
  const server = await library({ playlists: playlists() })
  await showAlbum()
  await openMenu('Track 1')
  await openSub('Add to playlist')
  choose('New playlist')
  await waitFor(() => expect(server.playlists[0]?.tracks).toEqual(['al1-1']))
  expect(server.playlists[0]?.title).toBe('My Playlist #3')
})

it('offers neither without playlists, and no removal if no playlist contains the track (ROW-14, ROW-15, READ-43, ALB-14)', async () => {
  await library({ liked: ['al1-1'] })
  await showAlbum()
  await openMenu('Track 1')
  expect(offered()).toEqual(['Go to artist', 'Go to album', 'Add to queue', 'Share'])
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' })
  await closed()
  fireEvent.click(more())
  await screen.findByRole('menuitem', { name: 'Copy link' })
  expect(offered()).toEqual(['Go to artist', 'Add to queue', 'Copy link'])
})

it('offers a guest neither (ROW-12, ROW-13)', async () => {
  await library({ playlists: playlists() })
  clearSession()
  await showAlbum()
  await openMenu('Track 1')
  expect(offered()).toEqual(['Go to artist', 'Go to album', 'Add to queue', 'Share'])
})

it('removes a track from a playlist that contains it (ROW-13, ROW-15, READ-42)', async () => {
  const server = await library({ playlists: playlists(), liked: ['al1-1'] })
  await showAlbum()
  await openMenu('Track 3')
  expect(offered()).not.toContain('Remove from playlist')
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' })
  await closed()
  await openMenu('Track 1')
  expect(await openSub('Remove from playlist')).toEqual(['Playlist p1'])
  choose('Playlist p1')
  expect(await screen.findByRole('menuitem', { name: 'Removed' })).toBeDefined()
  expect(server.playlists[0]?.tracks).toEqual(['al2-1'])
  await closed()
})

it('on the page of a playlist, does not list that playlist and removes from it (ROW-13, ROW-14, READ-42, READ-43)', async () => {
  const server = await library({ playlists: [makePlaylist('p1', ['al1-1', 'al1-2'])] })
  await showPage('/userplaylists/p1')
  await screen.findByText('Track 2')
  await openMenu('Track 1')
  expect(offered()).toEqual([
    'Go to artist',
    'Go to album',
    'Add to queue',
    'Remove from playlist',
    'Move',
    'Share',
  ])
  more('Track 1').focus()
  choose('Remove from playlist')
  await waitFor(() => expect(screen.queryByText('Track 1')).toBeNull())
  await waitFor(() => expect(server.playlists[0]?.tracks).toEqual(['al1-2']))
  // The focus goes to the row that took its position.
  await waitFor(() => expect(document.activeElement).toBe(more('Track 2')))
})

it('removes the like on Liked Songs (READ-42)', async () => {
  const server = await library({ liked: ['al1-1', 'al1-2'] })
  await showPage('/us1/library/likedSongs')
  await screen.findByText('Track 2')
  await openMenu('Track 1')
  choose('Remove from playlist')
  await waitFor(() => expect(screen.queryByText('Track 1')).toBeNull())
  await waitFor(() => expect(server.liked.tracks).toEqual(['al1-2']))
})

it('puts back with one line what the server refuses (READ-59)', async () => {
  const refused = () => new Response('{"error":"No"}', { status: 500 })
  const { countCalls } = await library(
    { playlists: [makePlaylist('p1', ['al1-1', 'al1-2']), makePlaylist('p2')] },
    mockCall(deleteTrackFromPlaylist, refused),
    mockCall(addTracksToPlaylist, refused),
  )
  await showPage('/userplaylists/p1')
  await screen.findByText('Track 2')
  await openMenu('Track 1')
  choose('Remove from playlist')
  await waitFor(() => expect(countCalls(deleteTrackFromPlaylist)).toBe(1))
  await screen.findByText('Track 1')
  await openMenu('Track 1')
  await openSub('Add to playlist')
  choose('Playlist p2')
  await closed()
  expect(countCalls(addTracksToPlaylist)).toBe(1)
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  await act(async () => {})
  expect(announcement()).not.toContain('Added')
})

it('adds the missing tracks of an album to a playlist in one call (PROP-19, ALB-14)', async () => {
  const { playlists: stored, countCalls } = await library({ playlists: [makePlaylist('p1', ['al1-2'])] })
  await showAlbum()
  fireEvent.click(more())
  expect(await openSub('Add to playlist')).toEqual(['New playlist', 'Playlist p1'])
  choose('Playlist p1')
  await screen.findByRole('menuitem', { name: 'Added' })
  expect(stored[0]?.tracks).toEqual(['al1-2', 'al1-1', 'al1-3'])
  expect(countCalls(addTracksToPlaylist)).toBe(1)
  await closed()
})

it('opens without playlists if they cannot be fetched', async () => {
  await library(
    { playlists: playlists() },
    mockCall(fetchUserPlaylists, () => undefined),
  )
  await showAlbum()
  await openMenu('Track 1')
  expect(offered()).toEqual(['Go to artist', 'Go to album', 'Add to queue', 'Share'])
})
