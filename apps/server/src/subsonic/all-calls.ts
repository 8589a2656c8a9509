import { ListingCursors } from '../catalogue/listings/listing-cursors.ts'
import type { Call, CallParts, Calls, CallTools } from './call.ts'
import { aboutCalls } from './calls/about.ts'
import { albumListCalls } from './calls/album-lists.ts'
import { bookmarkCalls } from './calls/bookmarks.ts'
import { browsingCalls } from './calls/browsing.ts'
import { indexCalls } from './calls/indexes.ts'
import { lyricsCalls } from './calls/lyrics.ts'
import { mediaCalls } from './calls/media.ts'
import { notOfferedCalls } from './calls/not-offered.ts'
import { pictureCalls } from './calls/pictures.ts'
import { playQueueCalls } from './calls/play-queue.ts'
import { playlistCalls } from './calls/playlists.ts'
import { scanCalls } from './calls/scan.ts'
import { scrobbleCalls } from './calls/scrobbles.ts'
import { searchCalls } from './calls/search.ts'
import { songListCalls } from './calls/song-lists.ts'
import { starredCalls } from './calls/starred.ts'
import { starCalls } from './calls/stars.ts'
import { systemCalls } from './calls/system.ts'
import { userCalls } from './calls/users.ts'
import { transcodingCalls } from './transcoding/transcoding-calls.ts'

/** Which function makes each call. docs/apps.md says what answers each. */
const CALLS: Readonly<Record<string, (tools: CallTools) => Calls>> = {
  ping: systemCalls,
  getLicense: systemCalls,
  tokenInfo: systemCalls,
  getUser: userCalls,
  getUsers: userCalls,
  getScanStatus: scanCalls,
  startScan: scanCalls,
  getMusicFolders: browsingCalls,
  getGenres: browsingCalls,
  getArtist: browsingCalls,
  getAlbum: browsingCalls,
  getSong: browsingCalls,
  getMusicDirectory: browsingCalls,
  getArtists: indexCalls,
  getIndexes: indexCalls,
  getArtistInfo: aboutCalls,
  getArtistInfo2: aboutCalls,
  getAlbumInfo: aboutCalls,
  getAlbumInfo2: aboutCalls,
  getAlbumList: albumListCalls,
  getAlbumList2: albumListCalls,
  getRandomSongs: songListCalls,
  getSongsByGenre: songListCalls,
  getSimilarSongs: songListCalls,
  getSimilarSongs2: songListCalls,
  getTopSongs: songListCalls,
  search2: searchCalls,
  search3: searchCalls,
  getStarred: starredCalls,
  getStarred2: starredCalls,
  star: starCalls,
  unstar: starCalls,
  setRating: starCalls,
  getPlaylists: playlistCalls,
  getPlaylist: playlistCalls,
  createPlaylist: playlistCalls,
  updatePlaylist: playlistCalls,
  deletePlaylist: playlistCalls,
  scrobble: scrobbleCalls,
  reportPlayback: scrobbleCalls,
  getNowPlaying: scrobbleCalls,
  savePlayQueue: playQueueCalls,
  savePlayQueueByIndex: playQueueCalls,
  getPlayQueue: playQueueCalls,
  getPlayQueueByIndex: playQueueCalls,
  getBookmarks: bookmarkCalls,
  createBookmark: bookmarkCalls,
  deleteBookmark: bookmarkCalls,
  stream: mediaCalls,
  download: mediaCalls,
  getTranscodeDecision: transcodingCalls,
  getTranscodeStream: transcodingCalls,
  getCoverArt: pictureCalls,
  getAvatar: pictureCalls,
  getLyricsBySongId: lyricsCalls,
  getLyrics: lyricsCalls,
}

/** Every call by its name. */
export function allCalls(parts: CallParts): Calls {
  const { db } = parts.open
  const tools = { ...parts, db, cursors: new ListingCursors(db) }
  const made = new Map([...new Set(Object.values(CALLS))].map(make => [make, make(tools)]))
  const calls: Record<string, Call> = { ...notOfferedCalls }
  for (const [name, make] of Object.entries(CALLS)) {
    const call = made.get(make)?.[name]
    if (!call) throw new Error(`${make.name} does not make ${name}.`)
    calls[name] = call
  }
  return calls
}
