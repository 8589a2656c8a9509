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

const kept = (key: string) => localStorage.getItem(key)
const keptJson = (key: string) => JSON.parse(kept(key) ?? 'null')
/** Polls the value saved under a key. */
const keeps = (key: string) => expect.poll(() => kept(key), { message: key })

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
  catalogue = new Map([...tracks, ...other].map(track => [track._id, track]))
  mockCalls(
    mockCall(setCookie, () => ({ success: true }) as const),
    mockCall(fetchTracksByIds, ({ tracksArray }) => tracksArray.flatMap(id => catalogue.get(id) ?? [])),
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
    await keeps('playingTrack').not.toBeNull()
    expect(keptJson('playingTrack')).toEqual({ trackId: 'al1-5', audioSrc: '/audio/al1/al1-5.mp3' })
    expect(keptJson('album')).toEqual({ _id: 'al1', title: 'Album al1', type: 'album' })
    expect(kept('currentPlaylist')).toBeNull()
    expect(keptJson('tracks')).toEqual(album.tracks)
    expect(keptJson('playingFrom')).toEqual(album.tracks)
    expect(kept('trackIndex')).toBe('4')
    expect(kept('nextTrack')).toBe('al1-1')
    expect([kept('shuffled'), kept('shuffledUser')]).toEqual(['false', 'false'])
    expect([kept('isAlbumTracksOpen'), kept('isUserTracksOpen')]).toEqual(['true', 'false'])
    expect([kept('currentTime'), kept('progress')]).toEqual(['0', '0'])
    expect(keptJson('recent')).toEqual(['al1-5'])
    expect(keptJson('playedTracks')).toEqual({ al1: ['al1-5'] })
  })

  it('includes the album record if it is cached (STO-05, PROP-42)', async () => {
    queryClient.setQueryData(albumQuery('al1').queryKey, album)
    visit.player.playAlbum(list)
    await keeps('album').not.toBeNull()
    expect(keptJson('album')).toEqual({ ...album, type: 'album' })
  })

  it('saves a playlist as the current album and playlist (STO-06, READ-41)', async () => {
    visit.player.playAlbum(toPlaylist({ id: 'mix1', title: 'Daily Mix 1', tracks: other }))
    await keeps('currentPlaylist').not.toBeNull()
    const record = { _id: 'mix1', title: 'Daily Mix 1', type: 'playlist' }
    expect([keptJson('album'), keptJson('currentPlaylist')]).toEqual([record, record])
    visit.player.playAlbum(list)
    await keeps('currentPlaylist').toBeNull()
    expect(keptJson('album')).toMatchObject({ _id: 'al1', type: 'album' })
  })

  it('saves both shuffle states and each order under its list (ENG-18, ENG-20, STO-12 to STO-14, READ-11, PROP-46)', async () => {
    visit.player.playAlbum(list)
    visit.player.toggleShuffle('album')
    await keeps('shuffled').toBe('true')
    const { orders } = visit.player.getState()
    expect(keptJson('shuffledTracks_al1')).toEqual(orders.album.map(track => track.id))
    expect(keptJson('playingFrom')).toEqual(keptJson('shuffledTracks_al1'))
    expect(keptJson('tracks')).toEqual(album.tracks)
    for (const track of other) visit.player.addToQueue(toPlayerTrack(track))
    visit.player.toggleShuffle('user')
    await keeps('shuffledUser').toBe('true')
    expect(keptJson('shuffledTracks_user').toSorted()).toEqual(['al2-1', 'al2-2', 'al2-3'])
    expect(keptJson('userTracks')).toEqual(['al2-1', 'al2-2', 'al2-3'])
  })

  it('saves the selected source (NOW-13, STO-16, STO-17, STO-18)', async () => {
    visit.player.playAlbum(list)
    visit.player.addToQueue(toPlayerTrack(other[0]!))
    visit.player.selectSource('user')
    await keeps('isUserTracksOpen').toBe('true')
    expect(kept('isAlbumTracksOpen')).toBe('false')
    expect(keptJson('playingFrom')).toEqual(['al2-1'])
    expect(kept('trackIndex')).toBeNull()
  })

  it('saves time and progress at each pause (ENG-07, STO-19, STO-21)', async () => {
    visit.player.playAlbum(list)
    visit.output.events.emit({ type: 'playing' })
    await keeps('currentTime').toBe('0')
    visit.output.events.emit({ type: 'position', position: 37, duration: 185 })
    expect(kept('currentTime')).toBe('0')
    visit.player.pause()
    expect([kept('currentTime'), kept('progress')]).toEqual(['37', '20'])
    visit.player.seekTo(74)
    await keeps('progress').toBe('40')
  })

  it('saves the position every few seconds during playback and on page hide (STO-19, STO-21)', async () => {
    visit.player.playAlbum(list)
    visit.output.events.emit({ type: 'playing' })
    await keeps('currentTime').toBe('0')
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 4_000)
    visit.output.events.emit({ type: 'position', position: 4, duration: 185 })
    clock.mockReturnValue(now + 6_000)
    visit.output.events.emit({ type: 'position', position: 6.0004, duration: 185 })
    await keeps('currentTime').toBe('6')
    visit.output.events.emit({ type: 'position', position: 7.25, duration: 185 })
    visit.leave()
    expect(kept('currentTime')).toBe('7.25')
  })

  it('writes only changed values (STO-07, STO-18)', async () => {
    visit.player.playAlbum(list)
    visit.output.events.emit({ type: 'playing' })
    await keeps('playingFrom').not.toBeNull()
    const written = watchWrites()
    visit.player.next()
    visit.output.events.emit({ type: 'playing' })
    await keeps('trackIndex').toBe('1')
    const changed = ['recent', 'playedTracks', 'playingTrack', 'trackIndex', 'nextTrack']
    expect(new Set(written.filter(key => key !== 'mirrored'))).toEqual(new Set(changed))
    written.length = 0
    for (let second = 1; second < 60; second++)
      visit.output.events.emit({ type: 'position', position: second / 20, duration: 185 })
    visit.player.setVolume(0.5)
    await keeps('volume').toBe('0.5')
    expect(written.filter(key => key !== 'currentTime' && key !== 'progress')).toEqual(['volume'])
  })

  it('removes outdated values when storage is full (PROP-42)', async () => {
    visit.player.playAlbum(list)
    await keeps('tracks').not.toBeNull()
    const setItem = Storage.prototype.setItem
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      if (key === 'tracks' || key === 'playingFrom') throw new DOMException('', 'QuotaExceededError')
      setItem.call(this, key, value)
    })
    visit.player.playAlbum(toPlayingList(makeAlbum('al2', 3), other))
    await expect.poll(() => keptJson('playingTrack')?.trackId).toBe('al2-1')
    expect([kept('tracks'), kept('playingFrom')]).toEqual([null, null])
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
