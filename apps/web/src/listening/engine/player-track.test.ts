import { expect, it, vi } from 'vitest'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { convertWhenIdle, toPlayerTrack, toPlayingList, toPlaylist } from './player-track.ts'

const album = makeAlbum('al 1', 2)
const [track] = makeTracks(album)

it('has the audio file and a 256×256 picture (MED-01, BAR-15)', () => {
  expect(toPlayerTrack(track!)).toMatchObject({
    audioSrc: '/audio/al%201/al%201-1.mp3',
    artwork: '/profile_path/album_profile/al%201/al%201-256.webp',
    durationSeconds: 185,
    disc: 1,
    number: 1,
  })
})

it('converts a list once, so that what was prepared need not be done in the press', () => {
  const tracks = makeTracks(album)
  const list = { id: 'own', title: 'Own', tracks }
  expect(toPlaylist(list).tracks).toBe(toPlaylist({ ...list, title: 'Renamed' }).tracks)
  expect(toPlaylist({ ...list, tracks: [...tracks] }).tracks).not.toBe(toPlaylist(list).tracks)
})

it('converts a long list in slices while the browser is idle, and the rest in a press', () => {
  vi.useFakeTimers()
  const tracks = Array.from({ length: 1_000 }, (_, index) => ({ ...track!, id: `tr${index}` }))
  let looked = 0
  for (const each of tracks) Object.defineProperty(each, 'url', { get: () => `${looked++}.mp3` })
  const onDone = vi.fn()
  const stop = convertWhenIdle(tracks, onDone)
  expect(looked).toBe(0)
  vi.advanceTimersToNextTimer()
  expect(looked).toBe(100)
  stop()
  vi.advanceTimersByTime(10_000)
  expect(looked).toBe(100)
  const made = toPlaylist({ id: 'own', title: 'Own', tracks }).tracks
  expect(made.map(({ id }) => id)).toEqual(tracks.map(({ id }) => id))
  expect(looked).toBe(1_000)
  convertWhenIdle(tracks, onDone)
  vi.runAllTimers()
  expect(onDone).toHaveBeenCalledOnce()
  expect(looked).toBe(1_000)
  vi.useRealTimers()
})

it('lists an album under its own id and title', () => {
  expect(toPlayingList(album, makeTracks(album))).toMatchObject({
    id: 'al 1',
    title: 'Album al 1',
    type: 'album',
  })
})
