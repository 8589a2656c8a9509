import { fetchAlbum } from '@refrain/contract/catalogue/albums'
import { fetchArtist } from '@refrain/contract/catalogue/artists'
import { fetchAllGenres } from '@refrain/contract/catalogue/genres'
import { fetchGenreTracks } from '@refrain/contract/catalogue/tracks'
import { foldName } from '@refrain/contract/fold-name'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { player } from '../listening/engine/player.ts'
import { mockBrowser } from '../testing/mock-browser.ts'
import { mockCall, mockCalls } from '../testing/mock-calls.ts'
import { makeAlbum, makeArtist, makeGenre, makeTracks } from '../testing/records.ts'
import { showPage } from '../testing/show-page.tsx'

vi.mock('../listening/engine/player.ts')

const names = ['Ambient', 'Hip-Hop', 'Jazz', 'Dub', 'Folk', 'Drone', 'House', 'Disco', 'Choro']
const genres = names.map((name, place) => makeGenre(`ge${place + 1}`, name))
const album = makeAlbum('al1', 3)
const [first, second] = makeTracks(album)
const tracks = [{ ...first!, artistName: 'Artist ar1, Somebody Else' }, second!]

let calls: string[]
let artists: string[]

/** @param artistIsThere whether fetching the artist succeeds */
function answer(artistIsThere = true): void {
  artists = []
  calls = mockCalls(
    mockCall(fetchAllGenres, () => genres),
    mockCall(fetchGenreTracks, ({ genre }) => {
      if (genre === '\0') return new Response('{}', { status: 400 })
      return foldName(genre) === 'hip-hop' ? tracks : []
    }),
    mockCall(fetchArtist, ({ artistId }) => {
      artists.push(artistId)
      return artistIsThere ? { artist: makeArtist(artistId) } : undefined
    }),
    mockCall(fetchAlbum, () => album),
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

const header = () => screen.getByRole('heading', { level: 1 }).closest('header') as HTMLElement
const main = () => screen.getByRole('main')
const openMix = async (address = '/playlists/Hip-Hop') => {
  await showPage(address)
  return within(await screen.findByRole('grid', { name: 'Daily Mix 2' })).getAllByRole('row')
}

it('is numbered by the position of its genre, in any letter case (ROUTE-15, ROUTE-16, READ-20, READ-21, PLD-01, PLD-02, PROP-39, ENT-19)', async () => {
  await openMix('/playlists/hip-HOP')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Daily Mix 2')
  expect(within(header()).getByText('Daily mix')).toBeDefined()
  expect(document.title).toBe('Daily Mix 2')
})

it('shows artist, album, year and followers of its first track, song count and total time (PLD-03 to PLD-08, READ-08)', async () => {
  await openMix()
  const links = within(header()).getAllByRole('link')
  expect(links.map(link => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Artist ar1', '/artists/ar1'],
    ['Album al1', '/albums/al1'],
  ])
  for (const text of ['1998', '2 songs', '0 hr 6 min', '1,234 followers'])
    expect(within(header()).getByText(text)).toBeDefined()
})

it('fetches the artist of its first track by id (PLD-22)', async () => {
  await openMix()
  expect(artists).toEqual(['ar1'])
  expect(calls).toContain('fetchArtist')
})

it('only logs that the artist could not be fetched (ERR-07)', async () => {
  answer(false)
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  await openMix()
  expect(logged.mock.calls.map(([message]) => message)).toEqual(['Failed to fetch artist'])
  expect(header().textContent).not.toContain('followers')
  expect(
    within(header())
      .getByRole('link', { name: /^Artist ar1/ })
      .getAttribute('href'),
  ).toBe('/artists/ar1')
  expect(main().textContent).not.toContain('Failed')
})

it('has the picture and colour of its number, in rotation (PROP-23, MED-07)', async () => {
  await openMix()
  expect(header().querySelector('img')?.getAttribute('src')).toBe(
    '/profile_path/playlist_profile/default/daily_mix_2.jpg',
  )
  expect(header().querySelector('.page-header-colour')?.getAttribute('color')).toBe('#0f5c7a')
  cleanup()
  await showPage('/playlists/Choro')
  await screen.findByRole('heading', { name: 'Daily Mix 9' })
  expect(header().querySelector('img')?.getAttribute('src')).toMatch(/daily_mix_1\.jpg$/)
})

it('has no menu, and its title is not editable (READ-02)', async () => {
  const rows = await openMix()
  expect(within(main()).getAllByRole('button', { name: 'More options' })).toHaveLength(rows.length)
  expect(within(header()).queryByRole('button')).toBeNull()
})

it('lists its tracks and plays them as the current album (PLD-09, PLD-10, PLD-21, READ-39, READ-41, PROP-41)', async () => {
  const rows = await openMix()
  expect(rows).toHaveLength(2)
  const play = () => within(main()).getAllByRole('button', { name: /^(Play|Pause)$/ })[0] as HTMLElement
  fireEvent.click(play())
  expect(player.getState().track?.id).toBe('al1-1')
  expect(player.getState().list).toEqual({ id: 'mix-ge2', title: 'Daily Mix 2', type: 'playlist' })
  fireEvent.click(play())
  expect(player.getState().status).toBe('paused')
  fireEvent.click(within(rows[1]!).getByRole('button', { name: 'Play' }))
  await waitFor(() => expect(player.getState().track?.id).toBe('al1-2'))
  expect(player.getState().queue.map(track => track.id)).toEqual(['al1-1', 'al1-2'])
})

it('plays its tracks shuffled by the toggle beside its play button (PROP-68)', async () => {
  await openMix()
  fireEvent.click(within(main()).getByRole('button', { name: 'Shuffle' }))
  expect(player.getState()).toMatchObject({ list: { id: 'mix-ge2' }, index: 0, shuffled: { album: true } })
  fireEvent.click(within(main()).getByRole('button', { name: 'Shuffle' }))
  expect(player.getState().shuffled.album).toBe(false)
})

it('shows an empty mix without the details of a first track (READ-08, PROP-62)', async () => {
  await showPage('/playlists/jazz')
  await screen.findByRole('heading', { name: 'Daily Mix 3' })
  expect(main().querySelector('[data-empty]')).not.toBeNull()
  expect(within(header()).queryAllByRole('link')).toEqual([])
  expect(header().textContent).not.toMatch(/follower|1998/)
  expect(within(header()).getByText('0 songs')).toBeDefined()
})

it('shows the default error page for a genre that does not exist (PROP-37)', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await showPage('/playlists/Polka')
  expect(await screen.findByText('404 Not Found')).toBeDefined()
})

it.each(['%20Hip-Hop%20', 'Ｈｉｐ-Ｈｏｐ'])(
  'is found at /playlists/%s, as the service compares names (READ-21)',
  async name => {
    expect(await openMix(`/playlists/${name}`)).toHaveLength(2)
  },
)

it('shows the error page for a name that no genre can have (PROP-37)', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await showPage('/playlists/%00')
  expect(await screen.findByText('404 Not Found')).toBeDefined()
})
