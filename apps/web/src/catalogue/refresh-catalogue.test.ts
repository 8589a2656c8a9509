import { fetchMoreAlbums } from '@refrain/contract/catalogue/albums'
import { fetchAlbumTracks, type Track } from '@refrain/contract/catalogue/tracks'
import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../api/query-client.ts'
import { mockCall, mockCalls } from '../testing/mock-calls.ts'
import { makeAlbum, makeTracks } from '../testing/records.ts'
import { albumListingQuery, albumTracksQuery } from './catalogue-queries.ts'
import { refreshCatalogue } from './refresh-catalogue.ts'

const endings: (() => void)[] = []
const whenIdle = () => vi.waitUntil(() => queryClient.isFetching() === 0, 20_000)

beforeEach(() => queryClient.clear())
afterEach(() => {
  for (const end of endings.splice(0)) end()
  vi.unstubAllGlobals()
})

it('shows the tracks of an album in their order', async () => {
  const [first, second, third] = makeTracks(makeAlbum('m', 3)) as [Track, Track, Track]
  let tracks = [first, third]
  mockCalls(mockCall(fetchAlbumTracks, () => tracks))
  const shown = new QueryObserver(queryClient, albumTracksQuery('m'))
  endings.push(shown.subscribe(() => {}))
  await whenIdle()
  expect(shown.getCurrentResult().data).toEqual([first, third])
  tracks = [first, second, third]
  await refreshCatalogue({ replace: false })
  expect(shown.getCurrentResult().data).toEqual([first, second, third])
})

describe('a listing', () => {
  let asked: number[]
  /** How many requests were under way when each was made, itself included. */
  let underWay: number[]

  beforeEach(() => {
    asked = []
    underWay = []
    mockCalls(
      mockCall(fetchMoreAlbums, ({ page }) => {
        asked.push(page)
        return { albums: [makeAlbum(`p${page}`, 1)], totalResults: 99_999 }
      }),
    )
    const answer = fetch
    let requests = 0
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      underWay.push(++requests)
      const response = await answer(url, init)
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

  it('is refreshed page by page', async () => {
    load(10)
    endings.push(open())
    expect(await refreshCatalogue({ replace: false })).toMatchObject({ isComplete: true, pages: 10 })
    expect(asked).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(new Set(underWay)).toEqual(new Set([1]))
  })

  it('that is not shown is refreshed when it is opened again', async () => {
    load(4)
    open()()
    expect(await refreshCatalogue({ replace: false })).toMatchObject({ isComplete: true, pages: 0 })
    expect(asked).toEqual([])
    endings.push(open())
    await whenIdle()
    expect(asked).toEqual([1, 2, 3, 4])
  })

  it('of more than ten pages is not fetched again', async () => {
    load(11)
    endings.push(open())
    await refreshCatalogue({ replace: false })
    endings.push(open())
    await whenIdle()
    expect(asked).toEqual([])
  })
})
