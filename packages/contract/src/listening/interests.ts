import * as z from 'zod/mini'
import { albumFields } from '../catalogue/albums.ts'
import { textLimits, userRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { record } from '../record.ts'
import { id, noInput, success } from '../values.ts'

/** Why an album is suggested: an artist whom the listener follows or listens to, or a genre. */
const suggestionReason = z.object({
  because: z.enum(['follow', 'artist', 'genre']),
  /** The artist's or the genre's name. */
  name: z.string(),
})

export type SuggestionReason = z.infer<typeof suggestionReason>

const suggestedAlbum = record({ ...albumFields, reason: suggestionReason })

export type SuggestedAlbum = z.infer<typeof suggestedAlbum>

export const fetchInterestedAlbums = operation({
  name: 'fetchInterestedAlbums',
  summary:
    'Suggested albums, each with its reason: by artists the caller follows or has listened to, or with tracks of genres they listened to. Excludes fully played albums.',
  method: 'GET',
  path: '/api/userInterestedAlbums',
  who: 'owner',
  caching: 'none',
  input: noInput,
  output: z.array(suggestedAlbum),
})

export const appendInterestedArtist = operation({
  name: 'appendInterestedArtist',
  summary: 'Records that the caller listens to an artist; repeating it makes the artist the most recent.',
  method: 'POST',
  path: '/api/appendInterestedArtist/{id}',
  who: 'owner',
  caching: 'none',
  errors: { 404: 'There is no such artist.' },
  perUser: userRates.write,
  input: z.strictObject({ id }),
  output: success,
})

export const appendInterestedGenre = operation({
  name: 'appendInterestedGenre',
  summary: 'Records that the caller listens to a genre, by name; 404 if the genre does not exist.',
  method: 'POST',
  path: '/api/appendInterestedGenre',
  who: 'owner',
  caching: 'none',
  errors: { 404: 'There is no such genre.' },
  perUser: userRates.write,
  input: z.strictObject({ genre: z.string().check(z.minLength(1), z.maxLength(textLimits.genreName.max)) }),
  output: success,
})
