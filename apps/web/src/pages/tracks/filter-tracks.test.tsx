import { fetchAlbum } from '@refrain/contract/catalogue/albums'
import { fetchAlbumTracks, fetchTracksByIds } from '@refrain/contract/catalogue/tracks'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { player } from '../../listening/engine/player.ts'
import { mockBrowser } from '../../testing/mock-browser.ts'
import { mockCall, mockCalls } from '../../testing/mock-calls.ts'
import { makePlaylist, mockLibrary } from '../../testing/mock-library.ts'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { showPage } from '../../testing/show-page.tsx'

vi.mock('../../listening/engine/player.ts')

afterEach(() => {
  player.stop()
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

const album = makeAlbum('al1', 12)
const tracks = makeTracks(album)
const main = () => within(screen.getByRole('main'))
const grid = (name: string) => main().getByRole('grid', { name })
const titles = (name: string) =>
  Array.from(grid(name).querySelectorAll('.track-title'), title => title.textContent)
const queued = () => player.getState().queue.map(track => track.title)

async function showAlbum(shown = tracks): Promise<void> {
  mockBrowser()
  mockCalls(
    mockCall(fetchAlbum, () => album),
    mockCall(fetchAlbumTracks, () => shown),
  )
  await showPage('/albums/al1')
  await screen.findByText('Track 12')
}

const focusedRow = () => document.activeElement?.closest('[role="row"]')?.getAttribute('aria-rowindex')

async function filter(text: string, from: Element = document.body): Promise<void> {
  fireEvent.keyDown(from, { key: 'f', ctrlKey: true })
  fireEvent.change(await main().findByRole('searchbox'), { target: { value: text } })
}

function playFirst(list: string): void {
  fireEvent.click(within(grid(list)).getAllByRole('button', { name: 'Play' })[0]!)
}

it('plays a row of a filtered album in the whole album (PROP-41)', async () => {
  await showAlbum()
  await filter('12')
  await waitFor(() => expect(titles('Album al1')).toEqual(['Track 12']))
  playFirst('Album al1')
  await waitFor(() => expect(player.getState().track?.title).toBe('Track 12'))
  expect(player.getState().list?.id).toBe('al1')
  expect(queued()).toEqual(tracks.map(({ title }) => title))
})

it('plays a row of a filtered playlist in the whole playlist (PROP-41)', async () => {
  await mockLibrary({ playlists: [makePlaylist('p1', ['al2-3', 'al1-1', 'al2-1'])] })
  await showPage('/userplaylists/p1')
  await main().findByText('Track 3')
  await filter('3')
  await waitFor(() => expect(titles('Playlist p1')).toEqual(['Track 3']))
  playFirst('Playlist p1')
  await waitFor(() => expect(player.getState().track?.id).toBe('al2-3'))
  expect(player.getState().queue.map(({ id }) => id)).toEqual(['al2-3', 'al1-1', 'al2-1'])
})

it('closes the filter of an album when another one is opened', async () => {
  mockBrowser()
  mockCalls(
    mockCall(fetchAlbum, ({ id }) => makeAlbum(id, 12)),
    mockCall(fetchAlbumTracks, ({ albumId }) => makeTracks(makeAlbum(albumId, 12))),
  )
  const router = await showPage('/albums/al1')
  await screen.findByText('Track 12')
  await filter('12')
  await waitFor(() => expect(titles('Album al1')).toEqual(['Track 12']))
  await act(() => router.navigate('/albums/al2'))
  await waitFor(() => expect(titles('Album al2')).toHaveLength(12))
  expect(main().queryByRole('searchbox')).toBeNull()
})

it('filters by artist and album too, all discs at once', async () => {
  await showAlbum(
    tracks.map((track, place) => ({
      ...track,
      disc: place < 7 ? 1 : 2,
      ...(place > 9 && { artistName: 'Zoé' }),
    })),
  )
  await filter('zoe al1')
  await waitFor(() => expect(main().queryByRole('grid', { name: /Disc 1/ })).toBeNull())
  expect(main().getAllByRole('row')).toHaveLength(2)
  expect(main().getByText('2 of 12')).toBeDefined()
  fireEvent.keyDown(main().getByRole('searchbox'), { key: 'Escape' })
  expect(main().getAllByRole('row')).toHaveLength(12)
})

it('returns from the field to the row of a disc that the filter had hidden', async () => {
  await showAlbum(tracks.map((track, place) => ({ ...track, disc: place < 7 ? 1 : 2 })))
  const row = within(grid('Album al1, Disc 1')).getAllByRole('row')[2]!
  act(() => within(row).getByRole('button', { name: 'More options' }).focus())
  await filter('12', document.activeElement!)
  await waitFor(() => expect(main().getAllByRole('row')).toHaveLength(1))
  fireEvent.keyDown(main().getByRole('searchbox'), { key: 'Escape' })
  expect(document.activeElement?.getAttribute('aria-label')).toBe('More options')
  expect(focusedRow()).toBe('3')
})

it('finds rows of a long playlist that are not rendered, and moves none while it is filtered', async () => {
  const long = makeTracks(makeAlbum('long', 5000))
  await mockLibrary(
    {
      playlists: [
        makePlaylist(
          'p1',
          long.map(({ id }) => id),
        ),
      ],
      liked: [],
    },
    mockCall(fetchTracksByIds, () => long),
  )
  vi.stubGlobal('innerHeight', 600)
  await showPage('/userplaylists/p1')
  await screen.findByText('Track 3')
  const list = grid('Playlist p1')
  expect(list.getAttribute('aria-rowcount')).toBe('5000')
  expect(screen.queryByText('Track 4321')).toBeNull()
  const first = within(list).getAllByRole('button', { name: 'Play' })[0]!
  act(() => first.focus())
  fireEvent.keyDown(first, { key: 'Home' })
  for (const key of 'track 43') fireEvent.keyDown(document.activeElement!, { key })
  expect(focusedRow()).toBe('43')

  await filter('4321', document.activeElement!)
  await waitFor(() => expect(titles('Playlist p1')).toEqual(['Track 4321']))
  expect(list.dataset.own).toBeUndefined()
  // From the field to the row it came from, from a row to itself.
  fireEvent.keyDown(main().getByRole('searchbox'), { key: 'Escape' })
  expect(list.dataset.own).toBe('')
  expect(focusedRow()).toBe('43')
  await filter('4321', document.activeElement!)
  await waitFor(() => expect(titles('Playlist p1')).toEqual(['Track 4321']))
  fireEvent.keyDown(main().getByRole('searchbox'), { key: 'ArrowDown' })
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  expect(focusedRow()).toBe('4321')
  // Of many matches, only those near the window are rendered.
  await filter('43', document.activeElement!)
  await waitFor(() => expect(list.ariaRowCount).toBe('199'))
  expect(within(list).getAllByRole('row').length).toBeLessThanOrEqual(40)
  await filter('4321', main().getByRole('searchbox'))
  await waitFor(() => expect(titles('Playlist p1')).toEqual(['Track 4321']))
  fireEvent.keyDown(main().getByRole('searchbox'), { key: 'Escape' })
  expect(titles('Playlist p1').slice(0, 5)).toEqual(['Track 1', 'Track 2', 'Track 3', 'Track 4', 'Track 5'])
})
