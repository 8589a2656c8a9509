import { fetchAllGenres } from '@refrain/contract/catalogue/genres'
import { type SearchResult, searchCatalogue } from '@refrain/contract/catalogue/search'
import { fetchCollectionPlaylists } from '@refrain/contract/library/collection-playlists'
import { countLimits, textLimits } from '@refrain/contract/limits'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mockBrowser } from '../testing/mock-browser.ts'
import { mockCall, mockCalls } from '../testing/mock-calls.ts'
import { makeAlbum, makeArtist, makeGenre, makeTracks } from '../testing/records.ts'
import { showPage } from '../testing/show-page.tsx'

vi.mock('../listening/engine/player.ts')

const NOTHING: SearchResult = { tracks: [], artists: [], albums: [] }
const album = makeAlbum('al1', 12)
const everything: SearchResult = {
  tracks: makeTracks(album),
  artists: [makeArtist('ar1'), { ...makeArtist('ar2'), name: 'The Beloved' }],
  albums: Array.from({ length: 30 }, (_, place) => makeAlbum(`al${place}`, 1)),
}
const genres = [makeGenre('ge1', 'Ambient'), { ...makeGenre('ge2', 'Hip-Hop'), backgroundColor: '#a0322c' }]

/** The queries searched for, in order. */
let queries: string[]

beforeEach(() => {
  mockBrowser()
  queries = []
  mockCalls(
    mockCall(fetchAllGenres, () => genres),
    mockCall(searchCatalogue, ({ query }) => {
      queries.push(query)
      if (query === 'love' || query === 'loved') return everything
      if (query === 'lvoe') return everything
      return query === 'artist' ? { ...NOTHING, artists: everything.artists } : NOTHING
    }),
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const main = () => screen.getByRole('main')
const box = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search' })
const groups = () => within(main()).queryAllByRole('heading', { level: 2 })
const groupNames = () => groups().map(heading => heading.textContent)
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })

it('has one search box, in the top bar of this page only (LAY-02, READ-65)', async () => {
  const router = await showPage('/search')
  const input = await box()
  expect(input.placeholder).toBe('Search...')
  expect(input.closest('header')).not.toBeNull()
  expect(screen.getAllByRole('searchbox')).toHaveLength(1)
  await act(() => router.navigate('/about'))
  await waitFor(() => expect(screen.queryByRole('searchbox')).toBeNull())
})

it('shows all genres with name and colours while the query is empty (ROUTE-20, SRCH-06, SRCH-07, PROP-39)', async () => {
  await showPage('/search')
  const cards = within(await screen.findByRole('list', { name: 'Genres' })).getAllByRole('link')
  expect(cards.map(card => [card.textContent, card.getAttribute('href')])).toEqual([
    ['Ambient', '/genres/ge1'],
    ['Hip-Hop', '/genres/ge2'],
  ])
  expect(cards[1]!.style.backgroundColor).toBe('rgb(160, 50, 44)')
  expect(cards[1]!.querySelector('svg')?.style.color).toBe('rgb(169, 200, 255)')
  expect(document.title).toBe('Search')
  expect(queries).toEqual([])
})

it('shows tracks as rows, then artists and albums as cards (SRCH-01, SRCH-02, SRCH-03)', async () => {
  await showPage('/search?q=love')
  await screen.findByRole('heading', { name: 'Tracks' })
  expect(groupNames()).toEqual(['Tracks', 'Artists', 'Albums'])
  expect(within(main()).getByText('Track 10')).toBeDefined()
  expect(
    within(main())
      .getByRole('link', { name: /^The Beloved/ })
      .getAttribute('href'),
  ).toBe('/artists/ar2')
  expect(within(main()).getByRole('link', { name: /^Album al1 ?Artist ar1/ })).toBeDefined()
})

it('omits groups without a match, and says for which words nothing is found (PROP-62)', async () => {
  await showPage('/search?q=artist')
  await screen.findByRole('heading', { name: 'Artists' })
  expect(groupNames()).toEqual(['Artists'])
  cleanup()
  await showPage('/search?q=zzz')
  await waitFor(() => expect(main().querySelector('[data-empty]')).not.toBeNull())
  expect(within(main()).getByText('No results for “zzz”')).toBeDefined()
  expect(groupNames()).toEqual([])
})

it('announces the number of results to screen readers', async () => {
  await showPage('/search?q=love')
  expect(await screen.findByText('12 tracks, 2 artists, 30 albums')).toBeDefined()
})

it('does not claim that the results are complete if the search is limited', async () => {
  mockCalls(
    mockCall(searchCatalogue, () => ({
      tracks: makeTracks(makeAlbum('al1', countLimits.found.tracks)),
      artists: Array.from({ length: countLimits.found.artists }, (_, place) => makeArtist(`ar${place}`)),
      albums: Array.from({ length: countLimits.found.albums - 1 }, (_, place) => makeAlbum(`al${place}`, 1)),
    })),
  )
  await showPage('/search?q=a')
  expect(await screen.findByText('100 or more tracks, 50 or more artists, 49 albums')).toBeDefined()
  const buttons = within(main()).getAllByRole('button', { name: /^Show (more|all)$/ })
  expect(buttons.map(button => button.textContent)).toEqual(['Show more', 'Show more', 'Show all'])
})

it('shows ten tracks and two lines of cards, the rest on demand, and moves the focus there', async () => {
  await showPage('/search?q=love')
  const tracks = (await screen.findByRole('heading', { name: 'Tracks' })).closest('section') as HTMLElement
  expect(within(tracks).getAllByRole('row')).toHaveLength(10)
  fireEvent.click(within(tracks).getByRole('button', { name: 'Show all' }))
  const rows = within(tracks).getAllByRole('row')
  expect(rows).toHaveLength(12)
  expect(rows[10]!.contains(document.activeElement)).toBe(true)

  const albums = screen.getByRole('heading', { name: 'Albums' }).closest('section') as HTMLElement
  expect(within(albums).getAllByRole('listitem')).toHaveLength(10)
  fireEvent.click(within(albums).getByRole('button', { name: 'Show all' }))
  expect(within(albums).getAllByRole('listitem')).toHaveLength(30)
  expect(document.activeElement?.getAttribute('href')).toBe('/albums/al10')
  expect(within(albums).queryByRole('button', { name: 'Show all' })).toBeNull()
})

it('updates the address while typing without a history entry per letter (SRCH-04)', async () => {
  const router = await showPage('/search')
  const input = await box()
  for (const typed of ['l', 'lo', 'lov', 'love']) type(input, typed)
  expect(input.value).toBe('love')
  await screen.findByRole('heading', { name: 'Tracks' })
  expect(queries).toEqual(['love'])
  expect(router.state.location.search).toBe('?q=love')
  expect(router.state.historyAction).toBe('REPLACE')
})

it('sends every character literally (SRCH-05)', async () => {
  const router = await showPage('/search')
  type(await box(), '100% a_b &?#/\\ "x"')
  await waitFor(() => expect(queries).toEqual(['100% a_b &?#/\\ "x"']))
  expect(new URLSearchParams(router.state.location.search).get('q')).toBe('100% a_b &?#/\\ "x"')
})

it('trims and truncates the query of the address', async () => {
  await showPage(`/search?q=%20%20love%20`)
  await screen.findByRole('heading', { name: 'Tracks' })
  expect((await box()).value).toBe('  love ')
  cleanup()
  await showPage(`/search?q=${'x'.repeat(textLimits.searchQuery.max + 20)}`)
  await waitFor(() => expect(queries).toEqual(['love', 'x'.repeat(textLimits.searchQuery.max)]))
})

it('finds pasted text that contains a tab (SRCH-04, SRCH-05)', async () => {
  await showPage('/search?q=a%09b')
  await waitFor(() => expect(queries).toEqual(['a b']))
})

it('treats a query of spaces as empty', async () => {
  await showPage('/search?q=%20')
  expect(await screen.findByRole('list', { name: 'Genres' })).toBeDefined()
  expect(queries).toEqual([])
})

it('keeps the previous results until newer ones arrive, and never shows outdated ones', async () => {
  const waiting = new Map<string, (answer: SearchResult) => void>()
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URLSearchParams(url.split('?')[1]).get('query')
    if (!query) return new Response(JSON.stringify(url.includes(fetchAllGenres.path) ? genres : []))
    return new Promise<Response>(resolve =>
      waiting.set(query, answer => resolve(new Response(JSON.stringify(answer)))),
    )
  })
  await showPage('/search?q=love')
  await waitFor(() => expect(waiting.has('love')).toBe(true))
  waiting.get('love')!(everything)
  await screen.findByText('Track 1')

  type(await box(), 'lover')
  await waitFor(() => expect(waiting.has('lover')).toBe(true))
  expect(screen.getByText('Track 1')).toBeDefined()
  type(await box(), 'lovers')
  await waitFor(() => expect(waiting.has('lovers')).toBe(true))
  waiting.get('lovers')!({ ...NOTHING, artists: everything.artists })
  await waitFor(() => expect(groupNames()).toEqual(['Artists']))
  await act(async () => waiting.get('lover')!({ ...NOTHING, albums: everything.albums }))
  expect(groupNames()).toEqual(['Artists'])
})

it.each([
  ['Escape', (input: HTMLElement) => fireEvent.keyDown(input, { key: 'Escape' })],
  ['its button', () => fireEvent.click(screen.getByRole('button', { name: 'Clear search' }))],
])('is emptied by %s and shows the genres again (SRCH-06)', async (_, clear) => {
  const router = await showPage('/search?q=love')
  await screen.findByRole('heading', { name: 'Tracks' })
  const input = await box()
  clear(input)
  expect(input.value).toBe('')
  expect(await screen.findByRole('list', { name: 'Genres' })).toBeDefined()
  expect(router.state.location.search).toBe('')
  expect(document.activeElement).toBe(input)
  expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull()
})

it('searches immediately on Enter and keeps the focus', async () => {
  await showPage('/search')
  const input = await box()
  input.focus()
  type(input, 'love')
  fireEvent.submit(input.closest('form')!)
  expect(await screen.findByRole('heading', { name: 'Tracks' })).toBeDefined()
  expect(document.activeElement).toBe(input)
})

it('does not return to a page that was left while typing', async () => {
  const router = await showPage('/search')
  type(await box(), 'love')
  await act(() => router.navigate('/about'))
  await new Promise(resolve => setTimeout(resolve, 200))
  expect(router.state.location.pathname).toBe('/about')
})

it('shows the query of the address after Back', async () => {
  const router = await showPage('/search?q=artist')
  await act(() => router.navigate('/search?q=love'))
  await waitFor(async () => expect((await box()).value).toBe('love'))
  await act(() => router.navigate(-1))
  await waitFor(async () => expect((await box()).value).toBe('artist'))
  await waitFor(() => expect(groupNames()).toEqual(['Artists']))
})

it('shows the default error page if the search fails for good (PROP-37)', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 400 }))
  await showPage('/search?q=love')
  expect(await screen.findByText('400 Bad Request')).toBeDefined()
})

it('refetches failed queries when the listener returns (ERR-18)', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let there = false
  mockCalls(
    mockCall(fetchAllGenres, () => genres),
    mockCall(searchCatalogue, () => (there ? everything : undefined)),
  )
  const router = await showPage('/search?q=love')
  await screen.findByRole('heading', { name: 'Unexpected Application Error!' })
  await act(() => router.navigate('/about'))
  there = true
  await act(() => router.navigate('/search?q=love'))
  expect(await screen.findByRole('heading', { name: 'Tracks' })).toBeDefined()
})

it('closes the filter of the tracks with another search', async () => {
  await showPage('/search?q=love')
  const tracks = await screen.findByRole('grid', { name: 'Tracks' })
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
  fireEvent.change(screen.getByRole('searchbox', { name: 'Filter Tracks' }), { target: { value: '12' } })
  await waitFor(() => expect(within(tracks).getAllByRole('row')).toHaveLength(1))
  type(await box(), 'loved')
  await waitFor(() => expect(screen.queryByRole('searchbox', { name: 'Filter Tracks' })).toBeNull())
})

it('shows genres as links and playlists as cards, also if nothing else is found', async () => {
  mockCalls(
    mockCall(fetchCollectionPlaylists, () =>
      ['Road Ambience', 'Loud'].map((title, place) => ({
        ...{ id: `collection-${place}`, title, songs: 3, coverTracks: [], ownerName: '' },
      })),
    ),
    mockCall(searchCatalogue, () => ({ ...NOTHING, genres: genres.slice(0, 1) })),
  )
  await showPage('/search?q=ambi')
  const links = within(await screen.findByRole('region', { name: 'Genres' })).getAllByRole('link')
  expect(links.map(link => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Ambient', '/genres/ge1'],
  ])
  const playlists = await screen.findByRole('region', { name: 'Playlists' })
  expect(within(playlists).getAllByRole('listitem')).toHaveLength(1)
  expect(within(playlists).getByRole('link').getAttribute('href')).toBe('/userplaylists/collection-0')
  expect(screen.getByText('0 tracks, 0 artists, 0 albums, 1 genre, 1 playlist')).toBeDefined()
  expect(within(main()).queryByText(/^(No results|Nothing is called)/)).toBeNull()
})

it('says so if nothing found has the query as it is written', async () => {
  await showPage('/search')
  const input = await box()
  type(input, 'lvoe')
  const said = 'Nothing is called “lvoe”. This comes close:'
  await waitFor(() => expect(within(main()).getByText(said, { exact: true })).toBeTruthy())
  expect(within(main()).getByRole('status').textContent).toContain(said)
  type(input, 'album')
  await waitFor(() => expect(queries).toContain('album'))
  await waitFor(() => expect(within(main()).queryByText(said)).toBeNull())
})
