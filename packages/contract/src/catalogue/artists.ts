import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { record, strictRecord, wire } from '../record.ts'
import { id, noInput, pageNumber, placeholder } from '../values.ts'

export const artist = record({
  id: wire('_id', id),
  name: z.string(),
  /** File name of the picture, or ''. */
  picturePath: wire('profile_path', z.string()),
  followers: z.number(),
  /** Set for somebody who performs nothing, and so cannot be followed: tracks credit them with another role. */
  isCreditOnly: z.optional(z.literal(true)),
  ...placeholder,
})

export type Artist = z.infer<typeof artist>

export const fetchMoreArtists = operation({
  name: 'fetchMoreArtists',
  summary: 'One page of the artists, by name.',
  method: 'POST',
  path: '/api/fetchMoreArtists',
  who: 'guest',
  caching: 'none',
  input: z.strictObject({ page: pageNumber }),
  output: z.object({ artists: z.array(artist), totalResults: z.number() }),
})

export const fetchPopularArtists = operation({
  name: 'fetchPopularArtists',
  summary: 'The artists with the most followers; ties by name.',
  method: 'GET',
  path: '/api/topPopularArtists',
  who: 'guest',
  caching: 'public',
  input: noInput,
  output: z.array(artist),
})

export const fetchArtist = operation({
  name: 'fetchArtist',
  summary: 'One artist.',
  method: 'POST',
  path: '/api/getartistbyid',
  who: 'guest',
  caching: 'none',
  errors: { 404: 'There is no such artist.' },
  input: strictRecord({ artistId: wire('artistid', id) }),
  output: z.object({ artist }),
})
