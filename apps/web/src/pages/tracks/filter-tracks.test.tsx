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

async function filter(text: string): Promise<void> {
  fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true })
  fireEvent.change(await main().findByRole('searchbox'), { target: { value: text } })
}

it('plays what a filtered list shows, and its whole list again without the filter', async () => {
  await showAlbum()
  await filter('2')
  await waitFor(() => expect(titles('Album al1')).toEqual(['Track 2', 'Track 12']))
  const play = (row: number) =>
    fireEvent.click(
      within(within(grid('Album al1')).getAllByRole('row')[row]!).getByRole('button', { name: 'Play' }),
    )
  play(0)
  await waitFor(() => expect(player.getState().track?.title).toBe('Track 2'))
  expect(queued()).toEqual(['Track 2', 'Track 12'])
  fireEvent.keyDown(main().getByRole('searchbox'), { key: 'Escape' })
  await waitFor(() => expect(titles('Album al1')).toHaveLength(12))
  play(2)
  await waitFor(() => expect(player.getState().track?.title).toBe('Track 3'))
  expect(queued()).toHaveLength(12)
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
  for (const key of 'track 43') fireEvent.keyDown(document.activeElement!, { key })
  expect(document.activeElement?.closest('[role="row"]')?.getAttribute('aria-rowindex')).toBe('43')

  await filter('4321')
  await waitFor(() => expect(titles('Playlist p1')).toEqual(['Track 4321']))
  expect(list.dataset.own).toBeUndefined()
  fireEvent.keyDown(main().getByRole('searchbox'), { key: 'Escape' })
  await waitFor(() => expect(list.dataset.own).toBe(''))
})
