import { movePlaylistTrack } from '@refrain/contract/library/playlist-tracks'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mockCall } from '../../testing/mock-calls.ts'
import { makePlaylist, mockLibrary } from '../../testing/mock-library.ts'
import { moveInPlaylist } from './move-in-playlist.ts'

vi.mock('../../listening/player.ts')

const playlist = makePlaylist('p1', ['al1-1', 'al1-2', 'al1-3'])
const list = { playlistId: 'p1', kind: 'playlist' } as const
/** What the service is told, and whether it is told when the page is left. */
let told: [after: string | null, goesOn: boolean | undefined][]

beforeEach(async () => {
  told = []
  let keepalive: boolean | undefined
  await mockLibrary(
    { playlists: [playlist] },
    mockCall(movePlaylistTrack, ({ afterTrackId }) => {
      told.push([afterTrackId, keepalive])
      return playlist
    }),
  )
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    keepalive = init.keepalive
    return fetch(url, init)
  })
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const step = (after: string, place: number) =>
  void moveInPlaylist('ada', list, 'al1-1', { after, place, count: 3 }, true)

it.each([
  ['left', () => dispatchEvent(new Event('pagehide'))],
  ['not seen any more', () => document.dispatchEvent(new Event('visibilitychange'))],
])('sends a track that goes step by step at once where the page is %s', async (_, leave) => {
  step('al1-2', 2)
  step('al1-3', 3)
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual([])
  leave()
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual([['al1-3', true]])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(told).toHaveLength(1)
})
