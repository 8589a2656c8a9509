import { movePlaylistTrack, removePlaylistEntry } from '@refrain/contract/library/playlist-tracks'
import { fetchPlaylist, type Playlist } from '@refrain/contract/library/playlists'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { type MockCall, mockCall, mockCalls } from '../../testing/mock-calls.ts'
import { makePlaylist, records } from '../../testing/mock-library.ts'
import { addToPlaylist } from './add-to-playlist.ts'
import { moveInPlaylist } from './move-in-playlist.ts'
import { readCachedEntryIds } from './playlist-cache.ts'
import { byId, entriesInOrder } from './playlist-tracks-query.ts'
import { playlistQuery } from './playlists-query.ts'
import { removeFromPlaylist } from './remove-from-playlist.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const [one, two] = ['al1-1', 'al1-2'] as const
const ROUNDS: Playlist = {
  ...makePlaylist('p1', [one, two, one]),
  entryIds: [one, two, `${one}.1`],
}
const ref = { playlistId: 'p1', kind: 'playlist', title: 'Playlist p1' } as const
const shown = () => readCachedEntryIds('ada', ref)

function start(...more: readonly MockCall[]) {
  mockCalls(
    ...more,
    mockCall(fetchPlaylist, () => ROUNDS),
  )
  queryClient.setQueryData(playlistQuery('ada', 'p1').queryKey, ROUNDS)
}

it('removes one entry of a track that the playlist holds twice (SUB-110)', async () => {
  const removed: string[] = []
  const rest = { ...makePlaylist('p1', [two, one]), entryIds: [two, `${one}.1`] }
  start(
    mockCall(removePlaylistEntry, ({ entryId }) => {
      removed.push(entryId)
      return rest
    }),
  )
  const done = removeFromPlaylist('ada', ref, one, one)
  expect(shown()).toEqual([two, `${one}.1`])
  await done
  expect(removed).toEqual([one])
  expect(shown()).toEqual(rest.entryIds)
})

it('moves one entry of a track that the playlist holds twice (SUB-110)', async () => {
  const moves: unknown[] = []
  start(
    mockCall(movePlaylistTrack, ({ trackId, afterTrackId }) => {
      moves.push([trackId, afterTrackId])
      return { ...ROUNDS, tracks: [one, one, two], entryIds: [`${one}.1`, one, two] }
    }),
  )
  const done = moveInPlaylist('ada', ref, `${one}.1`, { after: null, position: 1, count: 3 })
  expect(shown()).toEqual([`${one}.1`, one, two])
  await done
  expect(moves).toEqual([[`${one}.1`, null]])
})

it('adds no second entry (SUB-110)', async () => {
  start()
  await expect(addToPlaylist('ada', ROUNDS, [one, two])).rejects.toThrow('Nothing was added.')
})

it('gives each entry a key of its own', () => {
  const rows = entriesInOrder([one, 'gone', `${one}.1`], byId(records([one])))
  expect(rows.map(({ id, entryId }) => [id, entryId])).toEqual([
    [one, undefined],
    [one, `${one}.1`],
  ])
})
