import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { makePlaylist, mockLibrary } from '../../testing/mock-library.ts'
import { coverTracksQuery } from './cover-tracks-query.ts'
import { playlistsQuery } from './playlists-query.ts'

vi.mock('../../listening/engine/player.ts')

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  queryClient.clear()
})

it('fetches the tracks of all playlists in one call, and keeps those of shown ones alone', async () => {
  const [one, two] = [makePlaylist('p1', ['al1-1']), makePlaylist('p2', ['al2-1'])]
  const { requestedIds } = await mockLibrary({ playlists: [one, two] })
  const token = localStorage.getItem('token')
  await queryClient.fetchQuery(playlistsQuery(token))
  const idsOf = async (playlist: typeof one) =>
    (await queryClient.fetchQuery(coverTracksQuery(playlist))).map(({ id }) => id)
  expect(await idsOf(one)).toEqual(['al1-1'])
  expect(await idsOf(two)).toEqual(['al2-1'])
  expect(requestedIds).toEqual([['al1-1', 'al2-1']])
  // The Library has other playlists now.
  queryClient.clear()
  expect(await idsOf(makePlaylist('p3', ['al3-1']))).toEqual(['al3-1'])
  queryClient.clear()
  expect(await idsOf(one)).toEqual(['al1-1'])
  expect(requestedIds.slice(1)).toEqual([['al3-1'], ['al1-1']])
})
