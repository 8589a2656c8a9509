import * as z from 'zod/mini'
import { artist } from '../catalogue/artists.ts'
import { operation } from '../operation.ts'
import { noInput } from '../values.ts'

// These calls are for other clients; our pages use none of them.

export const fetchInterestedArtists = operation({
  name: 'fetchInterestedArtists',
  summary: 'The artists the caller has listened to, most recent first.',
  method: 'GET',
  path: '/api/userInterestedArtists',
  who: 'owner',
  caching: 'none',
  input: noInput,
  output: z.array(artist),
})

export const fetchInterestedGenres = operation({
  name: 'fetchInterestedGenres',
  summary: 'The names of the genres the caller has listened to, most recent first.',
  method: 'GET',
  path: '/api/userInterestedGenres',
  who: 'owner',
  caching: 'none',
  input: noInput,
  output: z.array(z.string()),
})
