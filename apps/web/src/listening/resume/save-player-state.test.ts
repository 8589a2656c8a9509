import { setCookie } from '@refrain/contract/account/cookies'
import { fetchTracksByIds, type Track } from '@refrain/contract/catalogue/tracks'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { albumQuery } from '../../catalogue/catalogue-queries.ts'
import { mockCall, mockCalls } from '../../testing/mock-calls.ts'
import {
  mockBroadcastChannel,
  openPlayer,
  type PlayerVisit,
  runTimersImmediately,
} from '../../testing/player-visit.ts'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { toPlayerTrack, toPlayingList, toPlaylist } from '../engine/player-track.ts'

const album = makeAlbum('al1', 5)
const tracks = makeTracks(album)
const list = toPlayingList(album, tracks)
const other = makeTracks(makeAlbum('al2', 3))

let visit: PlayerVisit
let catalogue: Map<string, Track>

const saved = (key: string) => localStorage.getItem(key)
const savedJson = (key: string) => JSON.parse(saved(key) ?? 'null')
/** Polls the value saved under a key. */
const pollSaved = (key: string) => expect.poll(() => saved(key), { message: key })

/** Records the keys written from now on. */
function watchWrites(): string[] {
  const written: string[] = []
  const setItem = Storage.prototype.setItem
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    written.push(key)
    setItem.call(this, key, value)
  })
  return written
}

beforeEach(() => {
  runTimersImmediately()
  localStorage.clear()
  queryClient.clear()
  mockBroadcastChannel()
  catalogue = new Map([...tracks, ...other].map(track => [track.id, track]))
  mockCalls(
    mockCall(setCookie, () => ({ success: true }) as const),
    mockCall(fetchTracksByIds, ({ tracks }) => tracks.flatMap(id => catalogue.get(id) ?? [])),
  )
  visit = openPlayer()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('saved player state', () => {
  it('uses exactly the specified keys (STO-04 to STO-09, STO-12 to STO-18, ALB-18, ALB-19, ENT-15, PROP-42)', async () => {
    visit.player.playAlbum(list, 'al1-5')
    visit.output.events.emit({ type: 'playing' })
    await pollSaved('playingTrack').not.toBeNull()
    expect(savedJson('playingTrack')).toEqual({ trackId: 'al1-5', audioSrc: '/audio/al1/al1-5.mp3' })
    expect(savedJson('album')).toEqual({ _id: 'al1', title: 'Album al1', type: 'album' })
    expect(saved('currentPlaylist')).toBeNull()
    expect(savedJson('tracks')).toEqual(album.tracks)
    expect(savedJson('playingFrom')).toEqual(album.tracks)
    expect(saved('trackIndex')).toBe('4')
    expect(saved('nextTrack')).toBe('al1-1')
    expect([saved('shuffled'), saved('shuffledUser')]).toEqual(['false', 'false'])
    expect([saved('isAlbumTracksOpen'), saved('isUserTracksOpen')]).toEqual(['true', 'false'])
    expect([saved('currentTime'), saved('progress')]).toEqual(['0', '0'])
    expect(savedJson('recent')).toEqual(['al1-5'])
    expect(savedJson('playedTracks')).toEqual({ al1: ['al1-5'] })
  })

  it('includes the album record if it is cached (STO-05, PROP-42)', async () => {
    queryClient.setQueryData(albumQuery('al1').queryKey, album)
    visit.player.playAlbum(list)
    await pollSaved('album').not.toBeNull()
    expect(savedJson('album')).toEqual({
      _id: 'al1',
      title: 'Album al1',
      artist: 'ar1',
      artistName: 'Artist ar1',
      profile_path: 'al1.webp',
      tracks: album.tracks,
      createdAt: '1998-05-03T00:00:00.000Z',
      releaseDate: '1998-05-03',
      originalDate: '',
      playCount: 0,
      color: '#553322',
      thumbhash: '',
      type: 'album',
    })
  })

  it('saves a playlist as the current album and playlist (STO-06, READ-41)', async () => {
    visit.player.playAlbum(toPlaylist({ id: 'mix1', title: 'Daily Mix 1', tracks: other }))
    await pollSaved('currentPlaylist').not.toBeNull()
    const record = { _id: 'mix1', title: 'Daily Mix 1', type: 'playlist' }
    expect([savedJson('album'), savedJson('currentPlaylist')]).toEqual([record, record])
    visit.player.playAlbum(list)
    await pollSaved('currentPlaylist').toBeNull()
    expect(savedJson('album')).toMatchObject({ _id: 'al1', type: 'album' })
  })

  it('saves both shuffle states and each order under its list (ENG-18, ENG-20, STO-12 to STO-14, READ-11, PROP-46)', async () => {
    visit.player.playAlbum(list)
    visit.player.toggleShuffle('album')
    await pollSaved('shuffled').toBe('true')
    const { orders } = visit.player.getState()
    expect(savedJson('shuffledTracks_al1')).toEqual(orders.album.map(track => track.id))
    expect(savedJson('playingFrom')).toEqual(savedJson('shuffledTracks_al1'))
    expect(savedJson('tracks')).toEqual(album.tracks)
    for (const track of other) visit.player.addToQueue(toPlayerTrack(track))
    visit.player.toggleShuffle('user')
    await pollSaved('shuffledUser').toBe('true')
    expect(savedJson('shuffledTracks_user').toSorted()).toEqual(['al2-1', 'al2-2', 'al2-3'])
    expect(savedJson('userTracks')).toEqual(['al2-1', 'al2-2', 'al2-3'])
  })

  it('saves the selected source (NOW-13, STO-16, STO-17, STO-18)', async () => {
    visit.player.playAlbum(list)
    visit.player.addToQueue(toPlayerTrack(other[0]!))
    visit.player.selectSource('user')
    await pollSaved('isUserTracksOpen').toBe('true')
    expect(saved('isAlbumTracksOpen')).toBe('false')
    expect(savedJson('playingFrom')).toEqual(['al2-1'])
    expect(saved('trackIndex')).toBeNull()
  })

  it('saves time and progress at each pause (ENG-07, STO-19, STO-21)', async () => {
    visit.player.playAlbum(list)
    visit.output.events.emit({ type: 'playing' })
    await pollSaved('currentTime').toBe('0')
    visit.output.events.emit({ type: 'position', position: 37, duration: 185 })
    expect(saved('currentTime')).toBe('0')
    visit.player.pause()
    expect([saved('currentTime'), saved('progress')]).toEqual(['37', '20'])
    visit.player.seekTo(74)
    await pollSaved('progress').toBe('40')
  })

  it('saves the position every few seconds during playback and on page hide (STO-19, STO-21)', async () => {
    visit.player.playAlbum(list)
    visit.output.events.emit({ type: 'playing' })
    await pollSaved('currentTime').toBe('0')
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 4_000)
    visit.output.events.emit({ type: 'position', position: 4, duration: 185 })
    clock.mockReturnValue(now + 6_000)
    visit.output.events.emit({ type: 'position', position: 6.0004, duration: 185 })
    await pollSaved('currentTime').toBe('6')
    visit.output.events.emit({ type: 'position', position: 7.25, duration: 185 })
    visit.leave()
    expect(saved('currentTime')).toBe('7.25')
  })

  it('writes only changed values (STO-07, STO-18)', async () => {
    visit.player.playAlbum(list)
    visit.output.events.emit({ type: 'playing' })
    await pollSaved('playingFrom').not.toBeNull()
    const written = watchWrites()
    visit.player.next()
    visit.output.events.emit({ type: 'playing' })
    await pollSaved('trackIndex').toBe('1')
    const changed = ['recent', 'playedTracks', 'playingTrack', 'trackIndex', 'nextTrack']
    expect(new Set(written.filter(key => key !== 'mirrored'))).toEqual(new Set(changed))
    written.length = 0
    for (let second = 1; second < 60; second++)
      visit.output.events.emit({ type: 'position', position: second / 20, duration: 185 })
    visit.player.setVolume(0.5)
    await pollSaved('volume').toBe('0.5')
    expect(written.filter(key => key !== 'currentTime' && key !== 'progress')).toEqual(['volume'])
  })

  it('removes outdated values when storage is full (PROP-42)', async () => {
    visit.player.playAlbum(list)
    await pollSaved('tracks').not.toBeNull()
    const setItem = Storage.prototype.setItem
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      if (key === 'tracks' || key === 'playingFrom') throw new DOMException('', 'QuotaExceededError')
      setItem.call(this, key, value)
    })
    visit.player.playAlbum(toPlayingList(makeAlbum('al2', 3), other))
    await expect.poll(() => savedJson('playingTrack')?.trackId).toBe('al2-1')
    expect([saved('tracks'), saved('playingFrom')]).toEqual([null, null])
    expect(visit.player.getState().queue).toHaveLength(3)
  })

  it('saves only the volume when it changes before anything is played (STO-20, PROP-43, BAR-08)', async () => {
    expect(visit.player.getState().volume).toBe(1)
    visit.player.setVolume(0.3)
    await new Promise(resolve => setTimeout(resolve, 300))
    // A visit of an earlier test may still record the cookies it sent.
    expect(Object.keys(localStorage).filter(key => key !== 'mirrored')).toEqual(['volume'])
  })
})
