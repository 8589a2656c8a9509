import { fetchAlbum } from '@refrain/contract/catalogue/albums'
import { fetchAlbumTracks } from '@refrain/contract/catalogue/tracks'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { refreshCatalogue } from '../catalogue/refresh-catalogue.ts'
import { player } from '../listening/engine/player.ts'
import { mockBrowser } from '../testing/mock-browser.ts'
import { mockCall, mockCalls } from '../testing/mock-calls.ts'
import { makeAlbum, makeTracks } from '../testing/records.ts'
import { showPage } from '../testing/show-page.tsx'

vi.mock('../listening/engine/player.ts')

const album = makeAlbum('al1', 12)
const tracks = makeTracks(album)

beforeEach(() => {
  mockBrowser()
  mockCalls(
    mockCall(fetchAlbum, ({ id }) => (id === 'al1' ? album : undefined)),
    mockCall(fetchAlbumTracks, ({ albumId }) => (albumId === 'al1' ? tracks : undefined)),
  )
})
afterEach(() => {
  player.stop()
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function openAlbum(): Promise<HTMLElement[]> {
  await showPage('/albums/al1')
  await screen.findByText('Track 12')
  return within(screen.getByRole('grid', { name: 'Album al1' })).getAllByRole('row')
}

it('shows the details of the album (ALB-02 to ALB-07)', async () => {
  await openAlbum()
  const heading = screen.getByRole('heading', { level: 1 })
  expect(heading.textContent).toBe('Album al1')
  const header = heading.closest('header') as HTMLElement
  expect(within(header).getByText('Album')).toBeDefined()
  expect(within(header).getByRole('link', { name: 'Artist ar1' }).getAttribute('href')).toBe('/artists/ar1')
  for (const text of ['1998', '12 songs', '0 hr 37 min']) expect(within(header).getByText(text)).toBeDefined()
})

it('links all artists of the album (NAME-14)', async () => {
  const artists = ['Hey Nora', 'Ho Liam'].map((name, n) => ({ id: `ar${n + 1}`, name }))
  mockCalls(
    mockCall(fetchAlbum, () => ({ ...album, artistName: 'Hey Nora', artists })),
    mockCall(fetchAlbumTracks, () => tracks),
  )
  await openAlbum()
  const header = screen.getByRole('heading', { level: 1 }).closest('header') as HTMLElement
  expect(
    within(header)
      .getAllByRole('link')
      .map(link => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Hey Nora', '/artists/ar1'],
    ['Ho Liam', '/artists/ar2'],
  ])
  expect(header.textContent).toContain('Hey Nora, Ho Liam')
})

const factsOf = async () =>
  (await screen.findByRole('heading', { level: 1 })).closest('header')?.textContent ?? ''

it('shows no year of an album whose tags say none (ALB-05)', async () => {
  mockCalls(
    mockCall(fetchAlbum, () => ({ ...album, releaseDate: '' })),
    mockCall(fetchAlbumTracks, () => tracks),
  )
  await openAlbum()
  expect(await factsOf()).toContain('Artist ar1·12 songs')
})

it('shows when the album of a later edition first came out', async () => {
  mockCalls(
    mockCall(fetchAlbum, () => ({ ...album, releaseDate: '2015-02', originalDate: '1971' })),
    mockCall(fetchAlbumTracks, () => tracks),
  )
  await openAlbum()
  expect(await factsOf()).toContain('1971·2015 reissue·12 songs')
})

it('shows the cover and takes its colour (ALB-01, ALB-10)', async () => {
  await openAlbum()
  const header = screen.getByRole('heading', { level: 1 }).closest('header') as HTMLElement
  expect(header.querySelector('img')?.getAttribute('src')).toBe(
    '/profile_path/album_profile/al1/al1-512.webp',
  )
  expect(header.querySelector('.page-header-colour')?.getAttribute('color')).toBe(album.color)
})

it('sets the document title (ALB-08)', async () => {
  await openAlbum()
  await waitFor(() => expect(document.title).toBe('Album al1 - Album'))
})

it('lists the tracks in order with artist, date and duration (ALB-13, ROW-03 to ROW-07)', async () => {
  const rows = await openAlbum()
  expect(rows).toHaveLength(12)
  const [first] = rows
  expect(first?.textContent).toContain('Track 1')
  expect(within(first!).getByRole('link', { name: 'Artist ar1' }).getAttribute('href')).toBe('/artists/ar1')
  expect(within(first!).getByText('03/05/2024')).toBeDefined()
  expect(within(first!).getByText('2024')).toBeDefined()
  expect(within(first!).getByText('3:05')).toBeDefined()
})

it('plays and pauses the album, and marks the current row (ALB-11, ALB-15, ALB-17, ROW-19)', async () => {
  const [first] = await openAlbum()
  const main = screen.getByRole('main')
  const [button] = within(main).getAllByRole('button', { name: 'Play' })
  fireEvent.click(button!)
  await vi.waitFor(() => expect(player.getState().track?.id).toBe('al1-1'), 20_000)
  expect(await within(first!).findByRole('button', { name: 'Pause' })).toBeDefined()
  fireEvent.click(within(main).getAllByRole('button', { name: 'Pause' })[0]!)
  expect(player.getState().status).toBe('paused')
})

it('plays the album shuffled by the toggle beside its play button (PROP-68)', async () => {
  await openAlbum()
  const shuffle = within(screen.getByRole('main')).getByRole('button', { name: 'Shuffle' })
  fireEvent.click(shuffle)
  await vi.waitFor(() => expect(player.getState().list?.id).toBe('al1'), 20_000)
  expect(player.getState()).toMatchObject({ index: 0, shuffled: { album: true } })
  expect(shuffle.getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(shuffle)
  expect(player.getState().shuffled.album).toBe(false)
})

it('opens the menu of a row by its button and by a right click, without playlists for a guest (ROW-08 to ROW-11, ROW-14, ROW-15)', async () => {
  const [, second] = await openAlbum()
  fireEvent.click(within(second!).getByRole('button', { name: 'More options' }))
  const entries = await screen.findAllByRole('menuitem')
  expect(entries.map(entry => entry.textContent)).toEqual([
    'Go to artist',
    'Go to album',
    'Add to queue',
    'Share',
  ])
  fireEvent.keyDown(entries[0]!, { key: 'Escape' })
  await vi.waitFor(() => expect(screen.queryByRole('menu')).toBeNull(), 20_000)
  fireEvent.contextMenu(second!.querySelector('[data-row]')!, { button: 2, clientX: 50, clientY: 60 })
  expect(await screen.findByRole('menu')).toBeDefined()
})

it('has a menu, without playlists for a guest (ALB-12, ALB-14, PROP-19)', async () => {
  await openAlbum()
  fireEvent.click(within(screen.getByRole('main')).getAllByRole('button', { name: 'More options' })[0]!)
  const entries = await screen.findAllByRole('menuitem')
  expect(entries.map(entry => entry.textContent)).toEqual(['Go to artist', 'Add to queue', 'Copy link'])
})

it('shows the default error page for an unknown album (PROP-37)', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await showPage('/albums/nope')
  expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeDefined()
  expect(await screen.findByText('404 Not Found')).toBeDefined()
})

it('shows the error page when an open album is removed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await openAlbum()
  const calls = mockCalls(
    mockCall(fetchAlbum, () => undefined),
    mockCall(fetchAlbumTracks, () => undefined),
  )
  await act(() => refreshCatalogue({ replace: true }))
  expect(await screen.findByText('404 Not Found')).toBeDefined()
  expect(calls.toSorted()).toEqual(['fetchAlbum', 'fetchAlbumTracks'])
})

it('shows skeletons until album and tracks are loaded (ALB-09)', async () => {
  const { fetch } = globalThis
  const held: (() => void)[] = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (/albums\/al1|Albumid/.test(url)) await new Promise<void>(resolve => held.push(resolve))
    return fetch(url, init)
  })
  const shown = showPage('/albums/al1')
  const main = await screen.findByRole('main')
  expect(await within(main).findByRole('status', { name: 'Loading' })).toBeDefined()
  expect(screen.queryByText('Track 1')).toBeNull()
  for (const go of held) go()
  await shown
  await screen.findByText('Track 12')
  expect(within(main).queryByRole('status', { name: 'Loading' })).toBeNull()
})

it('groups the tracks by disc (ALB-13)', async () => {
  const discs = tracks.map((track, place) => ({ ...track, disc: place < 7 ? 1 : 2 }))
  mockCalls(
    mockCall(fetchAlbum, () => album),
    mockCall(fetchAlbumTracks, () => discs),
  )
  await showPage('/albums/al1')
  for (const [disc, rows] of [
    [1, 7],
    [2, 5],
  ] as const) {
    const list = within(await screen.findByRole('region', { name: `Disc ${disc}` }))
    expect(list.getByRole('heading', { name: `Disc ${disc}` })).toBeDefined()
    expect(list.getAllByRole('row')).toHaveLength(rows)
  }
})

it('names discs by their titles, such as the sides of a record', async () => {
  mockCalls(
    mockCall(fetchAlbum, () => album),
    mockCall(fetchAlbumTracks, () =>
      tracks.map((track, place) =>
        place < 7 ? { ...track, disc: 1, discTitle: 'Side A' } : { ...track, disc: 2, discTitle: 'Side B' },
      ),
    ),
  )
  await showPage('/albums/al1')
  expect(await screen.findByRole('region', { name: 'Side A' })).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Side B' })).toBeDefined()
  expect(screen.getByRole('grid', { name: 'Album al1, Side B' })).toBeDefined()
  expect(screen.queryByText(/Disc/)).toBeNull()
})

it('plays a row that a finger taps anywhere, and leaves the mouse its double click (PROP-66)', async () => {
  const [first, second] = await openAlbum()
  function click(within: HTMLElement, part: string, pointerType: string): void {
    const pressed = within.querySelector(part)!
    fireEvent.pointerDown(pressed, { pointerType })
    fireEvent(pressed, new PointerEvent('click', { bubbles: true, cancelable: true, pointerType }))
  }
  click(first!, '.track-title', 'mouse')
  expect(player.getState().status).toBe('idle')
  click(first!, '.track-title', 'touch')
  await vi.waitFor(() => expect(player.getState().track?.id).toBe('al1-1'), 20_000)
  click(second!, '.track-row', 'touch')
  await vi.waitFor(() => expect(player.getState().track?.id).toBe('al1-2'), 20_000)
  // Only closes the menu.
  fireEvent.contextMenu(second!.querySelector('.track-title')!, { button: 2 })
  await screen.findByRole('menu')
  click(first!, '.track-title', 'touch')
  expect(player.getState().track?.id).toBe('al1-2')
})

it('opens the menu of a row that a finger holds, where the browser sends no event for it (PROP-66)', async () => {
  const [first] = await openAlbum()
  const title = first!.querySelector('.track-title')!
  const touch = { pointerType: 'touch', isPrimary: true, bubbles: true, cancelable: true }
  fireEvent.pointerDown(title, touch)
  await screen.findByRole('menu')
  fireEvent(title, new PointerEvent('click', touch))
  expect(player.getState().status).toBe('idle')
})
