import {
  addFollowingArtist,
  fetchFollowingArtists,
  removeFollowingArtist,
} from '@refrain/contract/library/follows'
import { appendLikedSongs } from '@refrain/contract/library/likes'
import { deleteTrackFromPlaylist } from '@refrain/contract/library/playlist-tracks'
import { deletePlaylist as deletion } from '@refrain/contract/library/playlists'
import { countTrackPlay } from '@refrain/contract/listening/plays'
import { fillPath } from '@refrain/contract/operation'
import { afterEach, expect, it, vi } from 'vitest'
import { reportPlay } from '../listening/reports/report-play.ts'
import { mockCall } from '../testing/mock-calls.ts'
import { makePlaylist, mockLibrary } from '../testing/mock-library.ts'
import { setFollowed } from './follows/set-followed.ts'
import { setLiked } from './likes/set-liked.ts'
import { deletePlaylist } from './playlist-deletion/delete-playlist.ts'
import { removeFromPlaylist } from './playlists/remove-from-playlist.ts'

vi.mock('../listening/engine/player.ts')

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const playlist = makePlaylist('p1', ['al1-1', 'al1-2'])
const list = { playlistId: 'p1', kind: 'playlist', title: 'Mine' } as const

it.each([
  ['a follow', addFollowingArtist, () => setFollowed('ar1', true)],
  ['an unfollow', removeFollowingArtist, () => setFollowed('ar1', false)],
  ['a like', appendLikedSongs, () => setLiked('al1-1', true)],
  ['an unlike', deleteTrackFromPlaylist, () => setLiked('al1-1', false)],
  [
    'the removal of a track from a playlist',
    deleteTrackFromPlaylist,
    () => removeFromPlaylist('ada', list, 'al1-1'),
  ],
  ['the deletion of a playlist', deletion, () => deletePlaylist('ada', playlist, Promise.resolve())],
  ['a play', countTrackPlay, () => reportPlay('al1-1')],
])('sends %s with keepalive, so that it survives leaving the page', async (_, operation, act) => {
  await mockLibrary(
    { playlists: [playlist], liked: ['al1-1'] },
    mockCall(fetchFollowingArtists, () => ({ artists: [], artistIds: [], tracks: [] })),
    mockCall(addFollowingArtist, () => ({ followers: 1 })),
    mockCall(removeFollowingArtist, () => ({ followers: 0 })),
    mockCall(countTrackPlay, () => ({ success: true }) as const),
  )
  const path = fillPath(operation.path, { trackId: 'al1-1', playlistId: 'p1' })
  const sent: (boolean | undefined)[] = []
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    if (url.startsWith(path) && init.method === operation.method) sent.push(init.keepalive)
    return fetch(url, init)
  })
  await act()
  expect(sent).toEqual([true])
})
