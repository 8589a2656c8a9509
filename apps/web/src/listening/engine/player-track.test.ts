import { expect, it } from 'vitest'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { toPlayerTrack, toPlayingList, toPlaylist } from './player-track.ts'

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

it('lists an album under its own id and title', () => {
  expect(toPlayingList(album, makeTracks(album))).toMatchObject({
    id: 'al 1',
    title: 'Album al 1',
    type: 'album',
  })
})
