import type { Track } from '@refrain/contract/catalogue/tracks'
import type { PlayerTrack } from '@refrain/player/state/player-state'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { albumTracksQuery } from '../../catalogue/catalogue-queries.ts'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { SOON } from '../../testing/soon.ts'
import { playTrack, pressAlbum, pressList, pressQueued, pressTrack } from './play.ts'
import * as faked from './player.ts'
import { toPlayerTrack } from './player-track.ts'

vi.mock('./player.ts')
const { player, output } = faked as unknown as typeof import('./__mocks__/player.ts')

const album = makeAlbum('al1', 3)
const tracks = makeTracks(album)
const other = makeAlbum('al2', 2)
const [first, second] = tracks as [Track, Track, Track]

const playing = () => player.getState().track?.id
const listed = () => player.getState().queue.map(track => track.id)

beforeEach(() => {
  queryClient.setQueryData(albumTracksQuery('al1').queryKey, tracks)
  queryClient.setQueryData(albumTracksQuery('al2').queryKey, makeTracks(other))
})
afterEach(() => {
  player.stop()
  queryClient.clear()
})

it('starts an album at its first track, with its tracks as the list (ALB-17)', async () => {
  await pressAlbum(album)
  expect(playing()).toBe(first.id)
  expect(player.getState().list).toEqual({ id: 'al1', title: album.title, type: 'album' })
  expect(listed()).toEqual(tracks.map(track => track.id))
})

it('pauses the playing album and resumes its paused track (ALB-15, ALB-16, READ-40)', async () => {
  await pressTrack(second)
  await pressAlbum(album)
  expect(player.getState().status).toBe('paused')
  await pressAlbum(album)
  expect(player.getState().status).not.toBe('paused')
  expect(playing()).toBe(second.id)
})

it('continues the current track in its album if it was played from another list (ALB-16, ALB-18, READ-40)', async () => {
  const mix = { id: 'mix-ge1', title: 'Daily Mix 1', tracks: [...makeTracks(other), second] }
  await playTrack(second, mix)
  player.pause()
  const { load } = player.getState()
  await pressAlbum(album)
  expect(player.getState().load).toBe(load)
  expect(player.getState()).toMatchObject({ status: 'loading', track: { id: second.id }, index: 1 })
  expect(player.getState().list).toEqual({ id: 'al1', title: album.title, type: 'album' })
  expect(output.calls.at(-1)).toBe('resume')
})

it('starts a shuffled album at the first track of its shuffled order (ALB-17, READ-12)', async () => {
  await pressAlbum(other)
  player.toggleShuffle('album')
  await pressAlbum(album)
  expect(listed().toSorted()).toEqual(tracks.map(track => track.id).toSorted())
  expect(playing()).toBe(listed()[0])
  expect(player.getState().shuffled.album).toBe(true)
})

it('plays, pauses and resumes a queue row in its own source (NOW-12, ROW-19)', async () => {
  await pressAlbum(album)
  const [own] = makeTracks(other).map(toPlayerTrack) as [PlayerTrack]
  player.addToQueue(own)
  pressQueued(own, 'user')
  expect(player.getState()).toMatchObject({ source: 'user', status: 'loading', track: { id: own.id } })
  pressQueued(own, 'user')
  expect(player.getState().status).toBe('paused')
  pressQueued(own, 'user')
  expect(player.getState().status).toBe('loading')
  expect(output.calls.at(-1)).toBe('resume')
})

it('plays, pauses and resumes a row (ROW-19, ROW-20, ROW-21)', async () => {
  await pressTrack(second)
  expect(playing()).toBe(second.id)
  await pressTrack(second)
  expect(player.getState().status).toBe('paused')
  await pressTrack(second)
  expect(player.getState().status).not.toBe('paused')
  await pressTrack(first)
  expect(playing()).toBe(first.id)
})

it("makes the row's album the current album and its tracks the list (PROP-41)", async () => {
  await pressAlbum(other)
  await pressTrack(second)
  expect(player.getState().list?.id).toBe('al1')
  expect(listed()).toEqual(tracks.map(track => track.id))
})

it('fetches the whole album if only one of its tracks is listed (PROP-41)', async () => {
  player.playAlbum({ id: 'al1', title: album.title, type: 'album', tracks: [toPlayerTrack(first)] })
  await pressTrack(second)
  expect(playing()).toBe(second.id)
  expect(listed()).toEqual(tracks.map(track => track.id))
})

it('ignores an older click that is still loading its list', async () => {
  queryClient.clear()
  const answers = new Map<string, (tracks: Track[]) => void>()
  vi.stubGlobal('fetch', (_: string, { body }: RequestInit) => {
    const { albumId } = JSON.parse(String(body)) as { albumId: string }
    return new Promise<Response>(resolve =>
      answers.set(albumId, list => resolve(new Response(JSON.stringify(list)))),
    )
  })
  const older = pressAlbum(album)
  const newer = pressAlbum(other)
  await vi.waitFor(() => expect(answers.size).toBe(2), SOON)
  answers.get('al2')?.(makeTracks(other))
  await newer
  answers.get('al1')?.(tracks)
  await older
  vi.unstubAllGlobals()
  expect(player.getState().list?.id).toBe('al2')
})

it('leaves out tracks without an audio file', async () => {
  const some = tracks.map(track => (track === first ? { ...track, available: false } : track))
  queryClient.setQueryData(albumTracksQuery('al1').queryKey, some)
  await pressAlbum(album)
  expect(playing()).toBe(second.id)
})

it('restarts a track on a double click', async () => {
  await playTrack(second)
  player.pause()
  await playTrack(second)
  expect(player.getState().status).toBe('loading')
})

describe('a list other than an album', () => {
  const [third] = makeTracks(other) as [Track, Track]
  const mix = { id: 'mix-ge1', title: 'Daily Mix 1', tracks: [third, second, { ...first, available: false }] }

  it('starts at its first track and becomes the current album (PLD-09, PLD-10, READ-41, ENT-07, ENT-16)', () => {
    pressList(mix)
    expect(playing()).toBe(third.id)
    expect(player.getState().list).toEqual({ id: 'mix-ge1', title: 'Daily Mix 1', type: 'playlist' })
    expect(listed()).toEqual([third.id, second.id])
  })

  it('pauses while it plays and resumes its paused track (READ-39)', async () => {
    pressList(mix)
    await pressTrack(second, mix)
    pressList(mix)
    expect(player.getState().status).toBe('paused')
    pressList(mix)
    expect(player.getState().status).toBe('loading')
    expect(playing()).toBe(second.id)
  })

  it('starts from the beginning if the same track plays in its album (READ-39)', async () => {
    await pressAlbum(other)
    expect(playing()).toBe(third.id)
    pressList(mix)
    expect(player.getState().list?.id).toBe('mix-ge1')
  })

  it('plays the rows shown (PROP-41)', async () => {
    await pressTrack(second, mix)
    expect(playing()).toBe(second.id)
    expect(player.getState().list?.id).toBe('mix-ge1')
    expect(listed()).toEqual([third.id, second.id])
    player.next()
    expect(playing()).toBe(third.id)
  })

  it('adds rows that were loaded after it was started', async () => {
    pressList(mix)
    const longer = { ...mix, tracks: [...mix.tracks, first] }
    await playTrack(first, longer)
    expect(playing()).toBe(first.id)
    expect(listed()).toEqual([third.id, second.id, first.id])
  })

  it('follows removed and reordered rows', async () => {
    pressList({ ...mix, tracks: [third, second, first] })
    await playTrack(second, { ...mix, tracks: [second, third] })
    expect([playing(), ...listed()]).toEqual([second.id, second.id, third.id])
    await playTrack(second, { ...mix, tracks: [third, second] })
    expect(listed()).toEqual([third.id, second.id])
  })

  it('keeps its shuffled order while its rows are unchanged (READ-11)', async () => {
    pressList(mix)
    player.toggleShuffle('album')
    const { orders } = player.getState()
    await playTrack(second, mix)
    expect(player.getState().orders).toBe(orders)
  })

  describe('of which only the first tracks are loaded', () => {
    const all = [third, second, first]
    let sendAll: (tracks: readonly Track[]) => void
    let fail: () => void
    /** Waits as long as the press that loads the rest. */
    let isSettled: Promise<unknown>
    const long = () => {
      const loading = new Promise<readonly Track[]>((resolve, reject) => {
        sendAll = resolve
        fail = () => reject(new Error('offline'))
      })
      isSettled = loading.catch(() => {})
      return { ...mix, tracks: [third, second], loadAll: () => loading }
    }
    const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)

    it('plays them at once and continues in all without interruption', async () => {
      pressList(long())
      expect([playing(), listed()]).toEqual([third.id, ids([third, second])])
      player.pause()
      const { load } = player.getState()
      sendAll(all)
      await isSettled
      expect(listed()).toEqual(ids(all))
      expect(player.getState()).toMatchObject({ status: 'paused', load, track: { id: third.id } })
    })

    it('plays a row at once and continues in all', async () => {
      await playTrack(second, long())
      expect([playing(), listed()]).toEqual([second.id, ids([third, second])])
      sendAll(all)
      await isSettled
      expect([playing(), player.getState().nextTrack?.id, listed()]).toEqual([second.id, first.id, ids(all)])
    })

    it('leaves another list alone that was started meanwhile', async () => {
      pressList(long())
      await pressAlbum(album)
      sendAll(all)
      await isSettled
      expect([playing(), player.getState().list?.id, listed()]).toEqual([first.id, 'al1', ids(tracks)])
    })

    it('plays on if the rest cannot be loaded, and loads it with the next press', async () => {
      pressList(long())
      fail()
      await isSettled
      expect([playing(), listed()]).toEqual([third.id, ids([third, second])])
      const again = long()
      pressList(again)
      pressList(again)
      sendAll(all)
      await isSettled
      expect(listed()).toEqual(ids(all))
    })
  })

  it('does nothing if no row can be played', () => {
    pressList({ ...mix, tracks: [] })
    expect(player.getState().status).toBe('idle')
  })
})
