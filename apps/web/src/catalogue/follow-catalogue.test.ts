import { fetchAlbum, fetchMoreAlbums, fetchPopularAlbums } from '@refrain/contract/catalogue/albums'
import { fetchImportStatus, type ImportStatus } from '@refrain/contract/catalogue/import-status'
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { mockCall, mockCalls } from '../testing/mock-calls.ts'
import { makeAlbum } from '../testing/records.ts'
import { albumListingQuery, albumQuery, popularAlbumsQuery } from './catalogue-queries.ts'
import { followCatalogue } from './follow-catalogue.ts'

const NAMES = ['a', 'b', 'm', 'n']
const IDLE: ImportStatus = { version: 1, removals: 0, tracks: 9, running: null, nextCheckSeconds: 30 }
const RUNNING = { ...IDLE, running: { sample: false, done: 1, total: 9 }, nextCheckSeconds: 1 }

let status: ImportStatus
let inCatalogue: string[]
let calls: string[]
let failure: (() => Response) | undefined
const endings: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  queryClient.clear()
  queryClient.mount()
  document.head.innerHTML = '<meta name="catalogue" content="1">'
  status = IDLE
  inCatalogue = ['m', 'n']
  failure = undefined
  const albums = () => NAMES.filter(name => inCatalogue.includes(name)).map(name => makeAlbum(name, 1))
  calls = mockCalls(
    mockCall(fetchImportStatus, () => status),
    mockCall(fetchPopularAlbums, () => failure?.() ?? albums()),
    mockCall(fetchMoreAlbums, () => ({ albums: albums(), totalResults: inCatalogue.length })),
    mockCall(fetchAlbum, ({ id }) => albums().find(album => album._id === id)),
  )
})
afterEach(() => {
  for (const end of endings.splice(0)) end()
  queryClient.unmount()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Shows the popular albums, and follows the catalogue from then on. */
async function open(): Promise<() => string[]> {
  const observer = new QueryObserver(queryClient, popularAlbumsQuery)
  endings.push(observer.subscribe(() => {}))
  await pass(0)
  endings.push(followCatalogue())
  await pass(1_000)
  return () => observer.getCurrentResult().data?.map(album => album._id) ?? []
}
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const count = (name: string) => calls.filter(call => call === name).length

it('asks every 30 s, and for nothing else, while nothing comes in', async () => {
  await open()
  await pass(65_000)
  expect(count('fetchImportStatus')).toBe(3)
  expect(count('fetchPopularAlbums')).toBe(1)
})

it('shows what comes in after what is there, within two seconds', async () => {
  status = RUNNING
  const shown = await open()
  expect(shown()).toEqual(['m', 'n'])
  inCatalogue = ['a', 'm', 'n']
  status = { ...RUNNING, version: 2 }
  await pass(2_000)
  expect(shown()).toEqual(['m', 'n', 'a'])
})

it('asks the service itself, not what the browser keeps', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch')
  await open()
  status = { ...IDLE, version: 2 }
  await pass(31_000)
  expect(fetch).toHaveBeenLastCalledWith(
    fetchPopularAlbums.path,
    expect.objectContaining({ cache: 'no-cache' }),
  )
})

it('shows everything as it is once something was removed', async () => {
  const shown = await open()
  inCatalogue = ['a', 'b', 'n']
  status = { ...IDLE, version: 2, removals: 1 }
  await pass(31_000)
  expect(shown()).toEqual(['a', 'b', 'n'])
})

it('refreshes a page of unknown version once', async () => {
  document.head.innerHTML = ''
  await open()
  await pass(60_000)
  expect(count('fetchPopularAlbums')).toBe(2)
})

it('refreshes a page that was opened during an import once', async () => {
  status = RUNNING
  await open()
  await pass(60_000)
  expect(count('fetchPopularAlbums')).toBe(2)
})

it('tries again when something could not be fetched', async () => {
  const shown = await open()
  inCatalogue = ['a', 'm', 'n']
  status = { ...IDLE, version: 2 }
  failure = () => new Response('{}', { status: 503 })
  await pass(31_000)
  expect(shown()).toEqual(['m', 'n'])
  failure = undefined
  await pass(5_000)
  expect(shown()).toEqual(['m', 'n', 'a'])
})

it('waits longer after each failure, whatever the import does meanwhile', async () => {
  status = RUNNING
  await open()
  failure = () => new Response('{}', { status: 503 })
  status = { ...RUNNING, version: 2 }
  await pass(2_000)
  const before = count('fetchPopularAlbums')
  // After 2, 4, 8, 16 and 32 s.
  await pass(80_000)
  expect(count('fetchPopularAlbums') - before).toBe(5)
})

it('waits as long as Retry-After says', async () => {
  const shown = await open()
  failure = () => new Response('{}', { status: 429, headers: { 'retry-after': '50' } })
  inCatalogue = ['a', 'm', 'n']
  status = { ...IDLE, version: 2 }
  await pass(31_000)
  failure = undefined
  await pass(45_000)
  expect(count('fetchPopularAlbums')).toBe(2)
  await pass(10_000)
  expect(shown()).toEqual(['m', 'n', 'a'])
})

it('does not fetch again while the page is hidden', async () => {
  const shown = await open()
  failure = () => new Response('{}', { status: 503 })
  inCatalogue = ['a', 'm', 'n']
  status = { ...IDLE, version: 2 }
  await pass(31_000)
  const before = count('fetchPopularAlbums')
  const hide = (isHidden: boolean) => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isHidden ? 'hidden' : 'visible')
    window.dispatchEvent(new Event('visibilitychange'))
  }
  hide(true)
  await pass(120_000)
  expect(count('fetchPopularAlbums')).toBe(before)
  failure = undefined
  hide(false)
  await pass(1_000)
  expect(shown()).toEqual(['m', 'n', 'a'])
})

it('asks once for an album that was removed, and shows that it is gone', async () => {
  const album = new QueryObserver(queryClient, { ...albumQuery('m'), retry: false })
  endings.push(album.subscribe(() => {}))
  await open()
  inCatalogue = ['n']
  status = { ...RUNNING, version: 2, removals: 1 }
  await pass(120_000)
  expect(count('fetchAlbum')).toBe(2)
  expect(count('fetchPopularAlbums')).toBe(2)
  expect(album.getCurrentResult()).toMatchObject({ data: undefined, error: { status: 404 } })
})

it('asks again when the service was away', async () => {
  const shown = await open()
  const answer = fetch
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  await pass(30_000)
  vi.stubGlobal('fetch', answer)
  inCatalogue = ['a', 'm', 'n']
  status = { ...IDLE, version: 2 }
  await pass(31_000)
  expect(shown()).toEqual(['m', 'n', 'a'])
})

it('fills a listing at its end, and fetches one that is not shown when it is opened', async () => {
  const listing = new InfiniteQueryObserver(queryClient, albumListingQuery)
  const rows = () => listing.getCurrentResult().data?.rows.map(album => album._id)
  const leave = listing.subscribe(() => {})
  await open()
  inCatalogue = ['a', 'm', 'n']
  status = { ...IDLE, version: 2 }
  await pass(31_000)
  expect(rows()).toEqual(['m', 'n', 'a'])
  leave()
  inCatalogue = ['a', 'b', 'm', 'n']
  status = { ...IDLE, version: 3 }
  await pass(31_000)
  expect(count('fetchMoreAlbums')).toBe(2)
  endings.push(listing.subscribe(() => {}))
  await pass(100)
  expect(rows()).toEqual(['a', 'b', 'm', 'n'])
})

it('leaves a listing alone for a second per page after a refresh', async () => {
  const pages = Array.from({ length: 3 }, () => ({ rows: [], totalResults: 999 }))
  queryClient.setQueryData(albumListingQuery.queryKey, { pages, pageParams: [1, 2, 3] })
  endings.push(new InfiniteQueryObserver(queryClient, albumListingQuery).subscribe(() => {}))
  status = RUNNING
  await open()
  const answer = fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    // Something new each time the page asks.
    status = { ...status, version: status.version + 1 }
    return answer(url, init)
  })
  const before = count('fetchMoreAlbums')
  await pass(30_000)
  expect(count('fetchMoreAlbums') - before).toBeLessThanOrEqual(30)
  expect(count('fetchMoreAlbums') - before).toBeGreaterThan(20)
})
