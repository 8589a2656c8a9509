import { afterEach, expect, it, vi } from 'vitest'
import { ownKey } from '../../account/session.ts'
import { queryClient } from '../../api/query-client.ts'
import { albums, makePlaylist, mockLibrary } from '../../testing/mock-library.ts'
import { playlistTracksQuery, readCachedTracks } from './playlist-tracks-query.ts'

vi.mock('../../listening/engine/player.ts')

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  queryClient.clear()
})

it('fetches and caches each track once for all versions of a playlist', async () => {
  const { requestedIds } = await mockLibrary()
  const all = albums.flatMap(({ tracks }) => tracks)
  for (let version = 1; version <= all.length; version++) {
    const playlist = { ...makePlaylist('p1', all.slice(0, version)), version }
    const rows = await queryClient.fetchQuery(playlistTracksQuery('ada', playlist))
    expect(rows.map(({ id }) => id)).toEqual(playlist.tracks)
  }
  expect(requestedIds).toEqual(all.map(id => [id]))
  const newest = { ...makePlaylist('p1', all), version: all.length + 1 }
  expect(readCachedTracks('ada', newest)).toHaveLength(all.length)
  expect(queryClient.getQueriesData({ queryKey: ownKey('ada', 'playlists', 'p1') })).toHaveLength(1)
})
