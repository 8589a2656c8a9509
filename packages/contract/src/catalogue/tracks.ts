import * as z from 'zod/mini'
import { byteLimits, guestShares, sessionRates, textLimits } from '../limits.ts'
import { operation } from '../operation.ts'
import { record, strictRecord, wire } from '../record.ts'
import { cursor, id, idList, isoDate, placeholder } from '../values.ts'

export const track = record({
  id: wire('_id', id),
  title: z.string(),
  /** The album's id. */
  albumId: wire('album', id),
  albumTitle: z.string(),
  /** The first artist's id. */
  artistId: wire('artist', id),
  /** All artists as the track credits them. */
  artistName: z.string(),
  /** Of a track of several artists, guests included: each with the name that the track credits. */
  artists: z.optional(z.array(record({ id: wire('_id', id), name: z.string() }))),
  /** Name of the audio file under /audio/{albumId}/. */
  url: z.string(),
  /** Name of the first genre, or ''. */
  genre: z.string(),
  /** `minutes:seconds`. */
  duration: z.string(),
  addedAt: wire('createdAt', isoDate),
  playCount: z.number(),
  disc: z.number(),
  /** Title of that disc, such as "Side A", or ''. */
  discTitle: z.string(),
  /** Track number on its disc, 0 if unknown. */
  number: z.number(),
  /** False while the file is missing from the collection. */
  available: z.boolean(),
  /** The album's picture. */
  picture: record({ picturePath: wire('profile_path', z.string()), ...placeholder }),
})

export type Track = z.infer<typeof track>

export const fetchTrack = operation({
  name: 'fetchTrack',
  summary: 'One track.',
  method: 'POST',
  path: '/api/tracks/{id}',
  who: 'guest',
  caching: 'none',
  errors: { 404: 'There is no such track.' },
  input: z.strictObject({ id }),
  output: track,
})

export const fetchTracksByIds = operation({
  name: 'fetchTracksByIds',
  summary: 'The requested tracks, in the requested order; omits unknown ids and duplicates.',
  method: 'POST',
  path: '/api/fetchTracksDetailsbyTracksArray',
  who: 'guest',
  caching: 'none',
  bodyLimit: byteLimits.trackIdsBody,
  perMinute: sessionRates.tracksByIds,
  guestsShare: guestShares.tracksByIds,
  input: strictRecord({ tracks: wire('tracksArray', idList) }),
  output: z.array(track),
})

export const fetchArtistTracks = operation({
  name: 'fetchArtistTracks',
  summary: 'The tracks an artist is credited on, most played first.',
  method: 'POST',
  path: '/api/getTracksbyArtist',
  who: 'guest',
  caching: 'none',
  errors: { 404: 'There is no such artist.' },
  input: z.strictObject({ artistId: id }),
  output: z.array(track),
})

export const fetchAlbumTracks = operation({
  name: 'fetchAlbumTracks',
  summary: 'The tracks of an album, in order.',
  method: 'POST',
  path: '/api/getTracksbyAlbumid',
  who: 'guest',
  caching: 'none',
  errors: { 404: 'There is no such album.' },
  input: z.strictObject({ albumId: id }),
  output: z.array(track),
})

export const fetchGenreTracks = operation({
  name: 'fetchGenreTracks',
  summary: 'The tracks of a genre, most played first. The name is not case-sensitive.',
  method: 'POST',
  path: '/api/getTracksbyGenre',
  who: 'guest',
  caching: 'none',
  input: z.strictObject({ genre: z.string().check(z.minLength(1), z.maxLength(textLimits.genreName.max)) }),
  output: z.array(track),
})

const trackPage = z.object({ tracks: z.array(track), next: z.optional(cursor) })

export const fetchMoreArtistTracks = operation({
  name: 'fetchMoreArtistTracks',
  summary:
    'The next tracks an artist is credited on, most played first; the first ones without `after`. `next` goes into the following call, and is absent at the end.',
  method: 'POST',
  path: '/api/fetchMoreArtistTracks',
  who: 'guest',
  caching: 'none',
  errors: { 404: 'There is no such artist.' },
  input: z.strictObject({ artistId: id, after: z.optional(cursor) }),
  output: trackPage,
})

export const fetchMoreGenreTracks = operation({
  name: 'fetchMoreGenreTracks',
  summary:
    'The next tracks of a genre, most played first; the first ones without `after`. `next` goes into the following call, and is absent at the end.',
  method: 'POST',
  path: '/api/fetchMoreGenreTracks',
  who: 'guest',
  caching: 'none',
  errors: { 404: 'There is no such genre.' },
  input: z.strictObject({ genreId: id, after: z.optional(cursor) }),
  output: trackPage,
})
