import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { fetchArtistAlbums, fetchArtistAppearances } from '@refrain/contract/catalogue/albums'
import { fetchArtistCredits } from '@refrain/contract/catalogue/credits'
import { fetchAlbumTracks, fetchMoreArtistTracks } from '@refrain/contract/catalogue/tracks'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, vi } from 'vitest'
import { countListeners } from './count-listeners.ts'
import { mockCall } from './mock-calls.ts'
import { albums, makePlaylist, mockLibrary } from './mock-library.ts'
import { makeAlbum, makeTracks } from './records.ts'
import type { showPage } from './show-page.tsx'

const ADDRESSES = [
  '/albums/al1',
  '/artists/ar1',
  '/us1/library/likedSongs',
  '/search',
  '/settings',
  '/userplaylists/pl1',
  '/about',
]
const TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const

/**
 * Bytes that a round may leave in the heap on average: history entries with their scroll positions, and code that was
 * compiled meanwhile. A page that is kept is larger.
 */
const MAX_BYTES = 500_000

/**
 * Visits all kinds of pages as a member, and goes back and forward, in rounds. Fails if rounds after the first `warmUp` ones
 * leave listeners or timers behind, or more than `MAX_BYTES`.
 */
export async function expectNoRemains(
  show: typeof showPage,
  { warmUp, rounds }: { readonly warmUp: number; readonly rounds: number },
): Promise<void> {
  await mockLibrary(
    { playlists: [makePlaylist('pl1', ['al1-1', 'al2-1'])], liked: ['al1-1'] },
    mockCall(fetchAlbumTracks, ({ albumId }) => makeTracks(makeAlbum(albumId, 3))),
    mockCall(fetchMoreArtistTracks, () => ({ tracks: [] })),
    mockCall(fetchArtistAlbums, () => albums),
    mockCall(fetchArtistAppearances, () => []),
    mockCall(fetchArtistCredits, () => []),
  )
  vi.useFakeTimers({ toFake: [...TIMERS], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  // Going back restores the position.
  vi.stubGlobal('scrollY', 300)
  const listeners = countListeners()
  const measure = () => ({ listeners: listeners(), timers: vi.getTimerCount() })
  const router = await show('/about')
  async function visitAll(): Promise<void> {
    for (const address of ADDRESSES) {
      await act(() => router.navigate(address))
      await screen.findByRole('heading', { level: 1 })
      await waitFor(() => expect(screen.queryAllByRole('status', { name: 'Loading' })).toEqual([]))
    }
    await act(() => router.navigate(-1))
    await act(() => router.navigate(1))
  }
  for (let round = 0; round < warmUp; round++) await visitAll()
  const before = measure()
  const bytesBefore = measureHeap()
  for (let round = 0; round < rounds; round++) {
    await visitAll()
    const after = measure()
    expect(after.listeners).toBe(before.listeners)
    // Some wait for a while after their page, such as those that drop what is cached.
    expect(after.timers).toBeLessThanOrEqual(before.timers)
  }
  expect((measureHeap() - bytesBefore) / rounds).toBeLessThan(MAX_BYTES)
}

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Bytes in use after collection. */
function measureHeap(): number {
  // Mocks hold the elements that they were called with.
  vi.clearAllMocks()
  // What the first collection finalises is freed by a later one.
  for (let time = 0; time < 3; time++) collect()
  return getHeapStatistics().used_heap_size
}
