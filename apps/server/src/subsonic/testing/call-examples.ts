import { ADA } from '../../testing/sign-up.ts'
import type { Asked } from './connect-app.ts'

/** Ids of songs, an album, an artist and a playlist, as apps know them. */
export interface ExampleIds {
  readonly song: string
  readonly other: string
  readonly album: string
  readonly artist: string
  readonly playlistId: string
}

/** What each call needs for an answer; those that are not here need nothing. */
export const callExamples = ({
  song,
  other,
  album,
  artist,
  playlistId,
}: ExampleIds): Readonly<Record<string, Asked>> => ({
  getUser: { username: ADA.email },
  getArtist: { id: artist },
  getAlbum: { id: album },
  getSong: { id: song },
  getMusicDirectory: { id: album },
  getArtistInfo: { id: artist },
  getArtistInfo2: { id: song },
  getAlbumInfo: { id: album },
  getAlbumInfo2: { id: song },
  getAlbumList: { type: 'newest' },
  getAlbumList2: { type: 'alphabeticalByName', size: 1 },
  getSongsByGenre: { genre: 'Jazz' },
  getSimilarSongs: { id: song },
  getSimilarSongs2: { id: artist },
  getTopSongs: { artist: 'Nina' },
  search2: { query: 'o' },
  search3: { query: '' },
  star: { id: [song, album], artistId: artist },
  unstar: { id: other },
  setRating: { id: album, rating: 3 },
  getPlaylist: { id: playlistId },
  createPlaylist: { name: 'Another' },
  updatePlaylist: { playlistId, comment: 'By the sea & "far"' },
  scrobble: { id: song },
  reportPlayback: { mediaId: song, mediaType: 'song', state: 'paused', positionMs: 5 },
  savePlayQueue: { id: [song, other, song], current: other, position: 9 },
  savePlayQueueByIndex: { id: [song, other, song], currentIndex: 2 },
  createBookmark: { id: song, position: 1, comment: 'Here' },
  getLyricsBySongId: { id: song },
})
