import * as z from 'zod/mini'
import { FIRST_PAGE, MAX_IDS, MAX_PAGE } from './limits.ts'
import { operation } from './operation.ts'
import { colour, id, isoDate, thumbHash } from './values.ts'

/** How a picture looks before it is there: its clamped dominant colour and a ThumbHash. */
const look = { color: colour, thumbhash: thumbHash }

export const artist = z.object({
  _id: id,
  name: z.string(),
  /** File name of the picture, '' where there is none. */
  profile_path: z.string(),
  followers: z.number(),
  ...look,
})
export type Artist = z.infer<typeof artist>

export const album = z.object({
  _id: id,
  title: z.string(),
  /** The artist's id. */
  artist: id,
  /** The artist's name as the cover credits it. */
  artistName: z.string(),
  profile_path: z.string(),
  /** Track ids in order of disc and number. */
  tracks: z.array(id),
  /** The release date; its first part is the year. */
  createdAt: isoDate,
  playCount: z.number(),
  ...look,
})
export type Album = z.infer<typeof album>

export const track = z.object({
  _id: id,
  title: z.string(),
  /** The album's id. */
  album: id,
  albumTitle: z.string(),
  /** The first artist's id. */
  artist: id,
  /** All artists as the track credits them. */
  artistName: z.string(),
  /** Name of the sound file under /audio/{albumId}/. */
  url: z.string(),
  /** Name of the first genre, '' where there is none. */
  genre: z.string(),
  /** `minutes:seconds`. */
  duration: z.string(),
  /** When the track was added. */
  createdAt: isoDate,
  playCount: z.number(),
  disc: z.number(),
  /** Place on its disc, 0 where unknown. */
  number: z.number(),
  /** False while the sound file is missing from the collection. */
  available: z.boolean(),
  /** The album's picture and its look. */
  picture: z.object({ profile_path: z.string(), ...look }),
})
export type Track = z.infer<typeof track>

export const genre = z.object({ _id: id, genre: z.string(), color: colour, bg_color: colour })
export type Genre = z.infer<typeof genre>

const page = z.int().check(z.gte(FIRST_PAGE), z.lte(MAX_PAGE))
const ids = z.array(id).check(z.maxLength(MAX_IDS))
const nothing = z.strictObject({})
const byLists = { bodyLimit: 512 * 1024, perMinute: 60, guestsShare: 5 }

export const fetchAlbum = operation({
  name: 'fetchAlbum',
  summary: 'One album.',
  method: 'GET',
  path: '/api/albums/{id}',
  who: 'guest',
  caching: 'public',
  refuses: { 404: 'There is no such album.' },
  input: z.strictObject({ id }),
  output: album,
})

export const fetchAllAlbums = operation({
  name: 'fetchAllAlbums',
  summary: 'All albums, by title.',
  method: 'GET',
  path: '/api/fetchalbums',
  who: 'guest',
  caching: 'public',
  perMinute: 60,
  input: nothing,
  output: z.array(album),
})

export const fetchAllArtists = operation({
  name: 'fetchAllArtists',
  summary: 'All artists, by name.',
  method: 'GET',
  path: '/api/fetchartists',
  who: 'guest',
  caching: 'public',
  perMinute: 60,
  input: nothing,
  output: z.array(artist),
})

export const fetchAllTracks = operation({
  name: 'fetchAllTracks',
  summary: 'All tracks, by title.',
  method: 'GET',
  path: '/api/fetchalltracks',
  who: 'guest',
  caching: 'public',
  perMinute: 60,
  input: nothing,
  output: z.array(track),
})

export const fetchMoreAlbums = operation({
  name: 'fetchMoreAlbums',
  summary: 'One page of the albums, by title.',
  method: 'POST',
  path: '/api/fetchMoreAlbums',
  who: 'guest',
  caching: 'none',
  input: z.strictObject({ page }),
  output: z.object({ albums: z.array(album), totalResults: z.number() }),
})

export const fetchMoreArtists = operation({
  name: 'fetchMoreArtists',
  summary: 'One page of the artists, by name.',
  method: 'POST',
  path: '/api/fetchMoreArtists',
  who: 'guest',
  caching: 'none',
  input: z.strictObject({ page }),
  output: z.object({ artists: z.array(artist), totalResults: z.number() }),
})

export const fetchPopularArtists = operation({
  name: 'fetchPopularArtists',
  summary: 'The artists with most followers; ties by name.',
  method: 'GET',
  path: '/api/topPopularArtists',
  who: 'guest',
  caching: 'public',
  input: nothing,
  output: z.array(artist),
})

export const fetchPopularAlbums = operation({
  name: 'fetchPopularAlbums',
  summary: 'The albums played most; ties by title.',
  method: 'GET',
  path: '/api/topPopularAlbums',
  who: 'guest',
  caching: 'public',
  input: nothing,
  output: z.array(album),
})

export const fetchArtist = operation({
  name: 'fetchArtist',
  summary: 'One artist.',
  method: 'POST',
  path: '/api/getartistbyid',
  who: 'guest',
  caching: 'none',
  refuses: { 404: 'There is no such artist.' },
  input: z.strictObject({ artistid: id }),
  output: z.object({ artist }),
})

export const fetchTrackDetails = operation({
  name: 'fetchTrackDetails',
  summary: 'A track with its album and artist; `tracks` holds the track asked for.',
  method: 'POST',
  path: '/api/fetchalltrackdetails',
  who: 'guest',
  caching: 'none',
  refuses: { 404: 'There is no such track.' },
  input: z.strictObject({ trackId: id }),
  output: z.object({ tracks: z.array(track), album, artist }),
})

export const fetchTracks = operation({
  name: 'fetchTracks',
  summary: 'The tracks of an album, in order.',
  method: 'POST',
  path: '/api/fetchtracks',
  who: 'guest',
  caching: 'none',
  refuses: { 404: 'There is no such album.' },
  input: z.strictObject({ albumid: id }),
  output: z.array(track),
})

export const fetchTrack = operation({
  name: 'fetchTrack',
  summary: 'One track.',
  method: 'POST',
  path: '/api/tracks/{id}',
  who: 'guest',
  caching: 'none',
  refuses: { 404: 'There is no such track.' },
  input: z.strictObject({ id }),
  output: track,
})

export const fetchTracksByIds = operation({
  name: 'fetchTracksByIds',
  summary: 'The tracks named, in the order named; unknown ids are left out, repeated ones answered once.',
  method: 'POST',
  path: '/api/fetchTracksDetailsbyTracksArray',
  who: 'guest',
  caching: 'none',
  ...byLists,
  input: z.strictObject({ tracksArray: ids }),
  output: z.array(track),
})

export const fetchArtistTracks = operation({
  name: 'fetchArtistTracks',
  summary: 'The tracks an artist plays on, most played first.',
  method: 'POST',
  path: '/api/getTracksbyArtist',
  who: 'guest',
  caching: 'none',
  refuses: { 404: 'There is no such artist.' },
  input: z.strictObject({ artistId: id }),
  output: z.array(track),
})

export const fetchArtistAlbums = operation({
  name: 'fetchArtistAlbums',
  summary: "An artist's albums, newest first.",
  method: 'POST',
  path: '/api/fetchalbumsbyartistid',
  who: 'guest',
  caching: 'none',
  refuses: { 404: 'There is no such artist.' },
  input: z.strictObject({ artistId: id }),
  output: z.array(album),
})

export const fetchTracksOfAlbums = operation({
  name: 'fetchTracksOfAlbums',
  summary: 'The tracks of the albums named, album by album.',
  method: 'POST',
  path: '/api/getTracksbyAlbumArray',
  who: 'guest',
  caching: 'none',
  ...byLists,
  input: z.strictObject({ albumArray: ids }),
  output: z.array(track),
})

export const fetchAlbumTracks = operation({
  name: 'fetchAlbumTracks',
  summary: 'The tracks of an album, in order.',
  method: 'POST',
  path: '/api/getTracksbyAlbumid',
  who: 'guest',
  caching: 'none',
  refuses: { 404: 'There is no such album.' },
  input: z.strictObject({ albumId: id }),
  output: z.array(track),
})

export const fetchGenreTracks = operation({
  name: 'fetchGenreTracks',
  summary: 'The tracks of a genre, by its name without regard to case, most played first.',
  method: 'POST',
  path: '/api/getTracksbyGenre',
  who: 'guest',
  caching: 'none',
  input: z.strictObject({ genre: z.string().check(z.minLength(1), z.maxLength(64)) }),
  output: z.array(track),
})

export const fetchAllGenres = operation({
  name: 'fetchAllGenres',
  summary: 'All genres in their fixed order.',
  method: 'GET',
  path: '/api/fetchallGenres',
  who: 'guest',
  caching: 'public',
  input: nothing,
  output: z.array(genre),
})

export const fetchGenre = operation({
  name: 'fetchGenre',
  summary: 'One genre.',
  method: 'GET',
  path: '/api/genres/{id}',
  who: 'guest',
  caching: 'public',
  refuses: { 404: 'There is no such genre.' },
  input: z.strictObject({ id }),
  output: genre,
})

export const catalogueOperations = [
  fetchAlbum,
  fetchAllAlbums,
  fetchAllArtists,
  fetchAllTracks,
  fetchMoreAlbums,
  fetchMoreArtists,
  fetchPopularArtists,
  fetchPopularAlbums,
  fetchArtist,
  fetchTrackDetails,
  fetchTracks,
  fetchTrack,
  fetchTracksByIds,
  fetchArtistTracks,
  fetchArtistAlbums,
  fetchTracksOfAlbums,
  fetchAlbumTracks,
  fetchGenreTracks,
  fetchAllGenres,
  fetchGenre,
] as const
