import { fetchAllGenres, fetchGenre } from '@refrain/contract/catalogue/genres'
import { fetchGenreTracks, fetchMoreGenreTracks } from '@refrain/contract/catalogue/tracks'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { genreTracksQuery } from '../catalogue/genres/genre-queries.ts'
import { player } from '../listening/engine/player.ts'
import { mockBrowser } from '../testing/mock-browser.ts'
import { mockCall, mockCalls } from '../testing/mock-calls.ts'
import { makeAlbum, makeGenre, makeTracks } from '../testing/records.ts'
import { showPage } from '../testing/show-page.tsx'

vi.mock('../listening/engine/player.ts')

const genres = [makeGenre('ge1', 'Ambient'), makeGenre('ge2', 'Hip-Hop'), makeGenre('ge3', 'Quiet')]
const [one] = makeTracks(makeAlbum('al1', 2))
const [, two] = makeTracks(makeAlbum('al2', 2))
const tracks = [two!, one!]

beforeEach(() => {
  mockBrowser()
  mockCalls(
    mockCall(fetchAllGenres, () => genres),
    mockCall(fetchGenre, ({ id }) => genres.find(genre => genre.id === id)),
    mockCall(fetchMoreGenreTracks, ({ genreId }) => ({ tracks: genreId === 'ge2' ? tracks : [] })),
  )
})
afterEach(() => {
  player.stop()
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const header = () => screen.getByRole('heading', { level: 1 }).closest('header') as HTMLElement
const main = () => screen.getByRole('main')

async function openGenre(): Promise<HTMLElement[]> {
  await showPage('/genres/ge2')
  return within(await screen.findByRole('grid', { name: 'Hip-Hop' })).getAllByRole('row')
}

it('has a header with name, song count and total time in its colour, and a document title (PROP-39, PROP-45)', async () => {
  await openGenre()
  expect(within(header()).getByRole('heading', { level: 1 }).textContent).toBe('Hip-Hop')
  for (const text of ['2 songs', '0 hr 6 min']) expect(within(header()).getByText(text)).toBeDefined()
  expect(header().querySelector('.page-header-colour')?.getAttribute('color')).toBe('#2f5aa8')
  expect(document.title).toBe('Hip-Hop')
})

it('lists the tracks of the genre by its name (ROUTE-17, READ-21)', async () => {
  const rows = await openGenre()
  expect(rows.map(row => row.querySelector('.track-title')?.textContent)).toEqual(['Track 2', 'Track 1'])
})

it('has no options menu (ROUTE-18)', async () => {
  const rows = await openGenre()
  expect(within(main()).getAllByRole('button', { name: 'More options' })).toHaveLength(rows.length)
})

it('plays its rows as a list, pauses and resumes (PROP-41, READ-39)', async () => {
  await openGenre()
  const play = () => within(main()).getAllByRole('button', { name: /^(Play|Pause)$/ })[0] as HTMLElement
  fireEvent.click(play())
  expect(player.getState().list).toEqual({ id: 'genre-ge2', title: 'Hip-Hop', type: 'playlist' })
  expect(player.getState().queue.map(track => track.id)).toEqual([two!.id, one!.id])
  fireEvent.click(play())
  expect(player.getState().status).toBe('paused')
  fireEvent.click(play())
  expect(player.getState().track?.id).toBe(two!.id)
  expect(player.getState().status).toBe('loading')
})

it('plays the track of a row in the list of the page (PROP-41)', async () => {
  const [, second] = await openGenre()
  fireEvent.click(within(second!).getByRole('button', { name: 'Play' }))
  await waitFor(() => expect(player.getState().track?.id).toBe(one!.id))
  expect(player.getState().list?.id).toBe('genre-ge2')
})

it('plays the first tracks of many at once, then all, even after the page is left', async () => {
  const all = [...tracks, ...makeTracks(makeAlbum('al3', 3))]
  mockCalls(
    mockCall(fetchAllGenres, () => genres),
    mockCall(fetchGenre, ({ id }) => genres.find(genre => genre.id === id)),
    mockCall(fetchMoreGenreTracks, () => ({ tracks, next: 'abc' })),
    mockCall(fetchGenreTracks, () => all),
  )
  let sendAll = () => {}
  const isSent = new Promise<void>(resolve => {
    sendAll = resolve
  })
  const answer = fetch
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.startsWith(fetchGenreTracks.path)) {
      await isSent
      init?.signal?.throwIfAborted()
    }
    return answer(url, init)
  })
  const rows = await openGenre()
  expect(rows[0]!.closest('[role="grid"]')?.getAttribute('aria-rowcount')).toBe('-1')
  expect(within(header()).queryByText(/song/)).toBeNull()
  fireEvent.click(within(main()).getAllByRole('button', { name: 'Play' })[0]!)
  const listed = () => player.getState().queue.map(track => track.id)
  expect(listed()).toEqual([two!.id, one!.id])
  const { load } = player.getState()
  cleanup()
  sendAll()
  await waitFor(() => expect(listed()).toEqual(all.map(track => track.id)))
  expect(player.getState()).toMatchObject({ load, track: { id: two!.id } })
})

it('keeps showing the first tracks without a count if the rest cannot be loaded', async () => {
  mockCalls(
    mockCall(fetchAllGenres, () => genres),
    mockCall(fetchGenre, ({ id }) => genres.find(genre => genre.id === id)),
    mockCall(fetchMoreGenreTracks, () => ({ tracks, next: 'abc' })),
    mockCall(fetchGenreTracks, () => undefined),
  )
  await openGenre()
  const { queryKey } = genreTracksQuery('Hip-Hop')
  await waitFor(() => expect(queryClient.getQueryState(queryKey)?.status).toBe('error'))
  expect(within(await screen.findByRole('grid', { name: 'Hip-Hop' })).getAllByRole('row')).toHaveLength(2)
  expect(within(header()).queryByText(/song/)).toBeNull()
})

it('links to its daily mix (PROP-22)', async () => {
  await openGenre()
  const mix = await within(main()).findByRole('link', { name: 'Daily Mix 2' })
  expect(mix.getAttribute('href')).toBe('/playlists/Hip-Hop')
})

it('shows an empty list without tracks (PROP-62)', async () => {
  await showPage('/genres/ge3')
  await waitFor(() => expect(main().querySelector('[data-empty]')).not.toBeNull())
  expect(within(header()).getByText('0 songs')).toBeDefined()
  const play = within(main()).getByRole('button', { name: 'Play' })
  expect(play.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(play)
  expect(player.getState().status).toBe('idle')
})

it('shows the default error page for an unknown genre (PROP-37)', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await showPage('/genres/nope')
  expect(await screen.findByText('404 Not Found')).toBeDefined()
})

it('shows no total in its filter until all tracks are loaded', async () => {
  let answer: (all: typeof tracks) => void = () => {}
  mockCalls(
    mockCall(fetchAllGenres, () => genres),
    mockCall(fetchGenre, () => genres[1]),
    mockCall(fetchMoreGenreTracks, () => ({
      tracks: [tracks[0]!, makeTracks(makeAlbum('al3', 1))[0]!],
      next: 'x',
    })),
    mockCall(fetchGenreTracks, () => new Promise<typeof tracks>(resolve => (answer = resolve))),
  )
  await openGenre()
  fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true })
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'track 2' } })
  const count = () => within(screen.getByRole('searchbox').parentElement!).getByRole('status').textContent
  await waitFor(() => expect(count()).toBe('1'))
  answer([...tracks, ...makeTracks(makeAlbum('al3', 2))])
  await waitFor(() => expect(count()).toBe('2 of 4'))
})
