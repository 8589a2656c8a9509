import { fetchAlbum, fetchMoreAlbums, fetchPopularAlbums } from '@refrain/contract/catalogue/albums'
import { fetchImportStatus, type ImportStatus } from '@refrain/contract/catalogue/import-status'
import type { OutputOf } from '@refrain/contract/operation'
import { CATALOGUE_HEADER } from '@refrain/contract/service-paths'
import { toWire } from '@refrain/contract/wire-names'
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
/** Version of the catalogue that answers name. */
let madeFrom: number | undefined
const cleanups: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  queryClient.clear()
  queryClient.mount()
  document.head.innerHTML = '<meta name="catalogue" content="1">'
  status = IDLE
  inCatalogue = ['m', 'n']
  failure = undefined
  madeFrom = undefined
  const albums = () => NAMES.filter(name => inCatalogue.includes(name)).map(name => makeAlbum(name, 1))
  calls = mockCalls(
    mockCall(fetchImportStatus, () => status),
    mockCall(fetchPopularAlbums, () => failure?.() ?? withVersion(albums())),
    mockCall(fetchMoreAlbums, () => ({ albums: albums(), totalResults: inCatalogue.length })),
    mockCall(fetchAlbum, ({ id }) => albums().find(album => album.id === id)),
  )
})
afterEach(() => {
  for (const cleanUp of cleanups.splice(0)) cleanUp()
  queryClient.unmount()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const withVersion = (output: OutputOf<typeof fetchPopularAlbums>) =>
  madeFrom === undefined
    ? output
    : Response.json(toWire(output, fetchPopularAlbums.outputNames), {
        headers: { [CATALOGUE_HEADER]: String(madeFrom) },
      })

/** Shows the popular albums and starts following the catalogue. */
async function open(): Promise<() => string[]> {
  const observer = new QueryObserver(queryClient, popularAlbumsQuery)
  cleanups.push(observer.subscribe(() => {}))
  await advance(0)
  cleanups.push(followCatalogue())
  await advance(1_000)
  return () => observer.getCurrentResult().data?.map(album => album.id) ?? []
}
const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const countCalls = (name: string) => calls.filter(call => call === name).length

it('polls the status every 30 s and fetches nothing else while nothing changes', async () => {
  await open()
  await advance(65_000)
  expect(countCalls('fetchImportStatus')).toBe(3)
  expect(countCalls('fetchPopularAlbums')).toBe(1)
})

it('fetches lists once on a page without a version if their answers were made from the current one', async () => {
  document.head.innerHTML = ''
  madeFrom = 1
  await open()
  await advance(31_000)
  expect(countCalls('fetchPopularAlbums')).toBe(1)
  status = { ...IDLE, version: 2 }
  await advance(31_000)
  expect(countCalls('fetchPopularAlbums')).toBe(2)
})

it('fetches them again if the browser kept answers of an older one', async () => {
  document.head.innerHTML = ''
  madeFrom = 0
  await open()
  expect(countCalls('fetchPopularAlbums')).toBe(2)
})

it('shows new albums after the visible ones within two seconds', async () => {
  status = RUNNING
  const shown = await open()
  expect(shown()).toEqual(['m', 'n'])
  inCatalogue = ['a', 'm', 'n']
  status = { ...RUNNING, version: 2 }
  await advance(2_000)
  expect(shown()).toEqual(['m', 'n', 'a'])
})

it('bypasses the browser cache', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch')
  await open()
  status = { ...IDLE, version: 2 }
  await advance(31_000)
  expect(fetch).toHaveBeenLastCalledWith(
    fetchPopularAlbums.path,
    expect.objectContaining({ cache: 'no-cache' }),
  )
})

it('shows the current order after a removal', async () => {
  const shown = await open()
  inCatalogue = ['a', 'b', 'n']
  status = { ...IDLE, version: 2, removals: 1 }
  await advance(31_000)
  expect(shown()).toEqual(['a', 'b', 'n'])
})

it('refreshes a page of unknown version once', async () => {
  document.head.innerHTML = ''
  await open()
  await advance(60_000)
  expect(countCalls('fetchPopularAlbums')).toBe(2)
})

it('refreshes a page that was opened during an import once', async () => {
  status = RUNNING
  await open()
  await advance(60_000)
  expect(countCalls('fetchPopularAlbums')).toBe(2)
})

it('retries a failed fetch', async () => {
  const shown = await open()
  inCatalogue = ['a', 'm', 'n']
  status = { ...IDLE, version: 2 }
  failure = () => new Response('{}', { status: 503 })
  await advance(31_000)
  expect(shown()).toEqual(['m', 'n'])
  failure = undefined
  await advance(5_000)
  expect(shown()).toEqual(['m', 'n', 'a'])
})

it('backs off after each failure during an import', async () => {
  status = RUNNING
  await open()
  failure = () => new Response('{}', { status: 503 })
  status = { ...RUNNING, version: 2 }
  await advance(2_000)
  const before = countCalls('fetchPopularAlbums')
  // After 2, 4, 8, 16 and 32 s.
  await advance(80_000)
  expect(countCalls('fetchPopularAlbums') - before).toBe(5)
})

it('waits for Retry-After', async () => {
  const shown = await open()
  failure = () => new Response('{}', { status: 429, headers: { 'retry-after': '50' } })
  inCatalogue = ['a', 'm', 'n']
  status = { ...IDLE, version: 2 }
  await advance(31_000)
  failure = undefined
  await advance(45_000)
  expect(countCalls('fetchPopularAlbums')).toBe(2)
  await advance(10_000)
  expect(shown()).toEqual(['m', 'n', 'a'])
})

it('does not refetch while the page is hidden', async () => {
  const shown = await open()
  failure = () => new Response('{}', { status: 503 })
  inCatalogue = ['a', 'm', 'n']
  status = { ...IDLE, version: 2 }
  await advance(31_000)
  const before = countCalls('fetchPopularAlbums')
  const hide = (isHidden: boolean) => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isHidden ? 'hidden' : 'visible')
    window.dispatchEvent(new Event('visibilitychange'))
  }
  hide(true)
  await advance(120_000)
  expect(countCalls('fetchPopularAlbums')).toBe(before)
  failure = undefined
  hide(false)
  await advance(1_000)
  expect(shown()).toEqual(['m', 'n', 'a'])
})

it('fetches a removed album once and shows that it is gone', async () => {
  const album = new QueryObserver(queryClient, { ...albumQuery('m'), retry: false })
  cleanups.push(album.subscribe(() => {}))
  await open()
  inCatalogue = ['n']
  status = { ...RUNNING, version: 2, removals: 1 }
  await advance(120_000)
  expect(countCalls('fetchAlbum')).toBe(2)
  expect(countCalls('fetchPopularAlbums')).toBe(2)
  expect(album.getCurrentResult()).toMatchObject({ data: undefined, error: { status: 404 } })
})

it('recovers from an unreachable server', async () => {
  const shown = await open()
  const originalFetch = fetch
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  await advance(30_000)
  vi.stubGlobal('fetch', originalFetch)
  inCatalogue = ['a', 'm', 'n']
  status = { ...IDLE, version: 2 }
  await advance(31_000)
  expect(shown()).toEqual(['m', 'n', 'a'])
})

it('appends to a visible listing and refetches a hidden one when it is opened', async () => {
  const listing = new InfiniteQueryObserver(queryClient, albumListingQuery)
  const rows = () => listing.getCurrentResult().data?.rows.map(album => album.id)
  const leave = listing.subscribe(() => {})
  await open()
  inCatalogue = ['a', 'm', 'n']
  status = { ...IDLE, version: 2 }
  await advance(31_000)
  expect(rows()).toEqual(['m', 'n', 'a'])
  leave()
  inCatalogue = ['a', 'b', 'm', 'n']
  status = { ...IDLE, version: 3 }
  await advance(31_000)
  expect(countCalls('fetchMoreAlbums')).toBe(2)
  cleanups.push(listing.subscribe(() => {}))
  await advance(100)
  expect(rows()).toEqual(['a', 'b', 'm', 'n'])
})

it('pauses for a second per listing page after a refresh', async () => {
  const pages = Array.from({ length: 3 }, () => ({ rows: [], totalResults: 999 }))
  queryClient.setQueryData(albumListingQuery.queryKey, { pages, pageParams: [1, 2, 3] })
  cleanups.push(new InfiniteQueryObserver(queryClient, albumListingQuery).subscribe(() => {}))
  status = RUNNING
  await open()
  const originalFetch = fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    // Every request sees a new version.
    status = { ...status, version: status.version + 1 }
    return originalFetch(url, init)
  })
  const before = countCalls('fetchMoreAlbums')
  await advance(30_000)
  expect(countCalls('fetchMoreAlbums') - before).toBeLessThanOrEqual(30)
  expect(countCalls('fetchMoreAlbums') - before).toBeGreaterThan(20)
})
