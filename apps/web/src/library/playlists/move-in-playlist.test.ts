import { movePlaylistTrack } from '@refrain/contract/library/playlist-tracks'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mockCall } from '../../testing/mock-calls.ts'
import { makePlaylist, mockLibrary } from '../../testing/mock-library.ts'
import { moveInPlaylist } from './move-in-playlist.ts'

vi.mock('../../listening/engine/player.ts')

const playlist = makePlaylist('p1', ['al1-1', 'al1-2', 'al1-3'])
const list = { playlistId: 'p1', kind: 'playlist' } as const
/** The calls: what the track comes after, and whether keepalive was set. */
let calls: [after: string | null, keepalive: boolean | undefined][]

beforeEach(async () => {
  calls = []
  let keepalive: boolean | undefined
  await mockLibrary(
    { playlists: [playlist] },
    mockCall(movePlaylistTrack, ({ afterTrackId }) => {
      calls.push([afterTrackId, keepalive])
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

const step = (after: string, position: number) =>
  void moveInPlaylist('ada', list, 'al1-1', { after, position, count: 3 }, true)

it.each([
  ['left', () => dispatchEvent(new Event('pagehide'))],
  ['hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
])('sends a move by steps at once when the page is %s', async (_, leave) => {
  step('al1-2', 2)
  step('al1-3', 3)
  await vi.advanceTimersByTimeAsync(0)
  expect(calls).toEqual([])
  leave()
  await vi.advanceTimersByTimeAsync(0)
  expect(calls).toEqual([['al1-3', true]])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(calls).toHaveLength(1)
})
