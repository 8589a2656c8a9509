import { fetchMoreAlbums } from '@refrain/contract/catalogue/albums'
import { fetchAlbumTracks, type Track } from '@refrain/contract/catalogue/tracks'
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { mockCall, mockCalls } from '../testing/mock-calls.ts'
import { makeAlbum, makeTracks } from '../testing/records.ts'
import { albumListingQuery, albumTracksQuery } from './catalogue-queries.ts'
import { refreshCatalogue } from './refresh-catalogue.ts'

const cleanups: (() => void)[] = []
const whenIdle = () => vi.waitUntil(() => queryClient.isFetching() === 0, 20_000)

beforeEach(() => queryClient.clear())
afterEach(() => {
  for (const cleanUp of cleanups.splice(0)) cleanUp()
  vi.unstubAllGlobals()
})

it('shows the tracks of an album in album order', async () => {
  const [first, second, third] = makeTracks(makeAlbum('m', 3)) as [Track, Track, Track]
  let tracks = [first, third]
  mockCalls(mockCall(fetchAlbumTracks, () => tracks))
  const shown = new QueryObserver(queryClient, albumTracksQuery('m'))
  cleanups.push(shown.subscribe(() => {}))
  await whenIdle()
  expect(shown.getCurrentResult().data).toEqual([first, third])
  tracks = [first, second, third]
  await refreshCatalogue({ replace: false })
  expect(shown.getCurrentResult().data).toEqual([first, second, third])
})

describe('listings', () => {
  let requestedPages: number[]
  /** Number of requests in progress when each was made, itself included. */
  let concurrency: number[]

  beforeEach(() => {
    requestedPages = []
    concurrency = []
    mockCalls(
      mockCall(fetchMoreAlbums, ({ page }) => {
        requestedPages.push(page)
        return { albums: [makeAlbum(`p${page}`, 1)], totalResults: 99_999 }
      }),
    )
    const originalFetch = fetch
    let requests = 0
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      concurrency.push(++requests)
      const response = await originalFetch(url, init)
      requests -= 1
      return response
    })
  })

  function load(pages: number): void {
    const numbers = Array.from({ length: pages }, (_, index) => index + 1)
    queryClient.setQueryData(albumListingQuery.queryKey, {
      pages: numbers.map(number => ({ rows: [makeAlbum(`p${number}`, 1)], totalResults: 99_999 })),
      pageParams: numbers,
    })
  }
  const open = () => new InfiniteQueryObserver(queryClient, albumListingQuery).subscribe(() => {})

  it('refreshes a visible listing page by page', async () => {
    load(10)
    cleanups.push(open())
    expect(await refreshCatalogue({ replace: false })).toMatchObject({ isComplete: true, pages: 10 })
    expect(requestedPages).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(new Set(concurrency)).toEqual(new Set([1]))
  })

  it('refreshes a hidden listing when it is opened again', async () => {
    load(4)
    open()()
    expect(await refreshCatalogue({ replace: false })).toMatchObject({ isComplete: true, pages: 0 })
    expect(requestedPages).toEqual([])
    cleanups.push(open())
    await whenIdle()
    expect(requestedPages).toEqual([1, 2, 3, 4])
  })

  it('does not refetch a listing of more than ten pages', async () => {
    load(11)
    cleanups.push(open())
    await refreshCatalogue({ replace: false })
    cleanups.push(open())
    await whenIdle()
    expect(requestedPages).toEqual([])
  })
})
