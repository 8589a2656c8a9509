import {
  importArchiveItems,
  importArchiveListens,
  importArchivePicture,
  importArchivePlaylist,
} from '@refrain/contract/library/archive'
import { afterEach, expect, it, vi } from 'vitest'
import { mockCall, mockCalls } from '../../testing/mock-calls.ts'
import type { Archive } from './archive.ts'
import { type Imported, importArchive } from './import-archive.ts'

afterEach(() => vi.unstubAllGlobals())

const AT = '2024-05-03T10:00:00.000Z'
const listOf = (id: string, type: 'playlist' | 'liked', ...songs: string[]) => ({
  ...{ id, origin: id, type, title: `Title of ${id}`, createdAt: AT, comment: '' },
  songs: songs.map(song => ({ id: song, at: AT })),
})

/** Imports an archive with 501 counted tracks, of which all are found as `here-…`, and these playlists. */
function importWith(
  playlists: Archive['playlists'],
  { signal = new AbortController().signal, listens = [] as Archive['listens'] } = {},
) {
  const counted = Array.from({ length: 501 }, (_, n) => ({ id: `tr${n}`, at: AT }))
  const none = {
    following: [],
    interestedArtists: [],
    interestedGenres: [],
    countedAlbums: [],
    playedTracks: [],
    keptAlbums: [],
    ratedTracks: [],
    ratedAlbums: [],
    ratedArtists: [],
  }
  const archive: Archive = {
    ...{ tracks: [], albums: [], artists: [], genres: [], playlists, listens },
    lists: { ...none, countedTracks: counted },
    readPicture: async id => (id === 'illustrated' ? new Blob(['jpeg']) : undefined),
  }
  const found = {
    tracks: new Map(counted.map(({ id }) => [id, `here-${id}`])),
    ...{ albums: new Map(), artists: new Map(), genres: new Map() },
  }
  const steps: string[] = []
  const onProgress = (done: number, all: number) => void steps.push(`${done}/${all}`)
  const done: Promise<Imported> = importArchive(archive, found, { token: 'ada', signal, onProgress })
  return { done, steps }
}

it('sends lists in batches, then playlists with their pictures, by ids of this catalogue', async () => {
  const sent: unknown[] = []
  const calls = mockCalls(
    mockCall(importArchiveItems, ({ items }) => {
      sent.push(items.length, items[0]?.id)
      return { added: items.length, overLimit: 1 }
    }),
    mockCall(importArchivePlaylist, ({ origin, tracks }) => {
      sent.push(
        origin,
        tracks.map(track => track.id),
      )
      return { playlistId: `new-${origin}`, isNew: true, added: tracks.length, hasPicture: false }
    }),
    mockCall(importArchivePicture, ({ playlistId }) => {
      sent.push(playlistId)
      return { picturePath: 'x.jpg' }
    }),
  )
  const { done, steps } = importWith([
    listOf('illustrated', 'playlist', 'tr1', 'gone', 'tr0', 'tr1'),
    listOf('liked', 'liked', 'tr2', 'tr2'),
    listOf('nothing', 'liked'),
  ])
  expect(await done).toEqual({ added: 501 + 4 + 2, follows: 2, full: [], invalid: [] })
  expect(sent).toEqual([
    ...[500, 'here-tr0', 1, 'here-tr500'],
    ...['illustrated', ['here-tr1', 'here-tr0', 'here-tr1'], 'new-illustrated'],
    ...['liked', ['here-tr2']],
  ])
  expect(calls).toHaveLength(5)
  expect(steps).toEqual(['0/4', '1/4', '2/4', '3/4', '4/4'])
})

it('sends listens to tracks that were found, in batches', async () => {
  const sent: number[] = []
  mockCalls(
    mockCall(importArchiveItems, () => ({ added: 0, overLimit: 0 })),
    mockCall(importArchiveListens, ({ listens }) => {
      sent.push(listens.length)
      expect(listens[0]).toEqual({ id: 'here-tr0', at: AT, client: 'Phone', secondsHeard: 90 })
      return { added: listens.length }
    }),
  )
  const listen = { id: 'tr0', at: AT, client: 'Phone', secondsHeard: 90 }
  const listens = [...Array.from({ length: 2_501 }, () => listen), { ...listen, id: 'gone' }]
  expect((await importWith([], { listens }).done).added).toBe(2_501)
  expect(sent).toEqual([2_500, 1])
})

it('names playlists that the service refuses, and waits where it limits the rate', async () => {
  let limited = true
  const refusal = (status: number, headers = {}) => new Response('{"error":"No"}', { status, headers })
  mockCalls(
    mockCall(importArchiveItems, () => {
      if (!limited) return { added: 0, overLimit: 0 }
      limited = false
      return refusal(429, { 'retry-after': '0' })
    }),
    mockCall(importArchivePlaylist, ({ origin }) => {
      if (origin === 'one') return refusal(409)
      if (origin === 'two') return refusal(400)
      return { playlistId: 'x', isNew: false, added: 0, hasPicture: false }
    }),
    mockCall(importArchivePicture, () => refusal(415)),
  )
  const { done } = importWith([
    listOf('one', 'playlist'),
    listOf('two', 'playlist'),
    listOf('illustrated', 'playlist'),
  ])
  expect(await done).toEqual({ added: 0, follows: 0, full: ['Title of one'], invalid: ['Title of two'] })
})

it('ends where a call fails otherwise', async () => {
  const calls = mockCalls(mockCall(importArchiveItems, () => new Response('{}', { status: 500 })))
  await expect(importWith([listOf('one', 'playlist')]).done).rejects.toThrow('500')
  expect(calls).toEqual(['importArchiveItems'])
})
