import { deleteTrackFromPlaylist } from '@refrain/contract/library/playlist-tracks'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { announce } from '../../listening/announcements/announce.ts'
import { type MockCall, mockCall } from '../../testing/mock-calls.ts'
import { makePlaylist, mockLibrary } from '../../testing/mock-library.ts'
import { setLiked } from '../likes/set-liked.ts'
import { removeFromPlaylist } from './remove-from-playlist.ts'

vi.mock('../../listening/engine/player.ts')
vi.mock('../../listening/announcements/announce.ts')

afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  localStorage.clear()
  queryClient.clear()
})

const start = (...more: readonly MockCall[]) =>
  mockLibrary({ playlists: [makePlaylist('p1', ['al1-1'])], liked: ['al1-1'] }, ...more)
const refusing = mockCall(deleteTrackFromPlaylist, () => new Response('{"error":"no"}', { status: 500 }))
const lists = [
  { playlistId: 'p1', kind: 'playlist', title: 'Playlist p1' },
  { playlistId: 'liked-us1', kind: 'liked', title: 'Liked Songs' },
] as const

it.each(lists)('announces that a track was removed from $title (READ-42)', async list => {
  await start()
  await removeFromPlaylist('ada', list, 'al1-1')
  expect(announce).toHaveBeenCalledExactlyOnceWith(`Removed from ${list.title}`)
})

it.each(lists)(
  'announces nothing if a track could not be removed from $title (READ-42, READ-59)',
  async list => {
    await start(refusing)
    await expect(removeFromPlaylist('ada', list, 'al1-1')).rejects.toThrow()
    expect(announce).not.toHaveBeenCalled()
  },
)

it('announces nothing if the track is liked again before the call ends (READ-42)', async () => {
  const { liked } = await start()
  const removed = removeFromPlaylist('ada', lists[1], 'al1-1').catch(() => {})
  expect(await setLiked('al1-1', true)).toBe(true)
  await removed
  expect(liked.tracks).toEqual(['al1-1'])
  expect(announce).not.toHaveBeenCalled()
})
