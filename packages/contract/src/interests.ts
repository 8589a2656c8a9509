import * as z from 'zod/mini'
import { album, artist } from './catalogue.ts'
import { USER_WRITES } from './limits.ts'
import { operation } from './operation.ts'
import { id } from './values.ts'

/** Most artists, and most genres, that are kept as one listener's interests; the oldest make room. */
export const MOST_INTERESTS = 500
/** Most albums that are suggested at once. */
export const MOST_SUGGESTED = 50

const nothing = z.strictObject({})
const done = z.object({ success: z.literal(true) })

/** Why an album is suggested: an artist the listener follows, or hears, or a genre. */
export const suggestionReason = z.object({
  because: z.enum(['follow', 'artist', 'genre']),
  /** The artist's or the genre's name. */
  name: z.string(),
})
export type SuggestionReason = z.infer<typeof suggestionReason>

export const suggestedAlbum = z.extend(album, { reason: suggestionReason })
export type SuggestedAlbum = z.infer<typeof suggestedAlbum>

export const fetchInterestedArtists = operation({
  name: 'fetchInterestedArtists',
  summary: 'The artists the caller has listened to, the latest first.',
  method: 'GET',
  path: '/api/userInterestedArtists',
  who: 'owner',
  caching: 'none',
  input: nothing,
  output: z.array(artist),
})

export const fetchInterestedAlbums = operation({
  name: 'fetchInterestedAlbums',
  summary:
    'Albums by artists the caller follows or has listened to, or with tracks of genres listened to, each with its reason; those that are fully played are left out (PROP-20).',
  method: 'GET',
  path: '/api/userInterestedAlbums',
  who: 'owner',
  caching: 'none',
  input: nothing,
  output: z.array(suggestedAlbum),
})

export const fetchInterestedGenres = operation({
  name: 'fetchInterestedGenres',
  summary: 'The names of the genres the caller has listened to, the latest first.',
  method: 'GET',
  path: '/api/userInterestedGenres',
  who: 'owner',
  caching: 'none',
  input: nothing,
  output: z.array(z.string()),
})

export const appendInterestedArtist = operation({
  name: 'appendInterestedArtist',
  summary: 'Notes that the caller listens to an artist; repeating it only makes it the latest.',
  method: 'POST',
  path: '/api/appendInterestedArtist/{id}',
  who: 'owner',
  caching: 'none',
  refuses: { 404: 'There is no such artist.' },
  perUser: USER_WRITES,
  input: z.strictObject({ id }),
  output: done,
})

export const appendInterestedGenre = operation({
  name: 'appendInterestedGenre',
  summary: 'Notes that the caller listens to a genre, by its name; 404 for one that is not there.',
  method: 'POST',
  path: '/api/appendInterestedGenre',
  who: 'owner',
  caching: 'none',
  refuses: { 404: 'There is no such genre.' },
  perUser: USER_WRITES,
  input: z.strictObject({ genre: z.string().check(z.minLength(1), z.maxLength(64)) }),
  output: done,
})

export const interestOperations = [
  fetchInterestedArtists,
  fetchInterestedAlbums,
  fetchInterestedGenres,
  appendInterestedArtist,
  appendInterestedGenre,
] as const
