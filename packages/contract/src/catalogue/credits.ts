import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { record, wire } from '../record.ts'
import { id } from '../values.ts'
import { album } from './albums.ts'
import { CREDIT_ROLES } from './credit-roles.ts'

const role = z.enum(CREDIT_ROLES)

const trackCredit = z.object({
  role,
  /** Each has the page of an artist. */
  people: z.array(record({ id: wire('_id', id), name: z.string() })),
})

export type TrackCredit = z.infer<typeof trackCredit>

export const fetchTrackCredits = operation({
  name: 'fetchTrackCredits',
  summary: 'Who wrote, arranged, conducted, produced and remixed a track, by role.',
  method: 'POST',
  path: '/api/fetchTrackCredits',
  who: 'guest',
  caching: 'none',
  errors: { 404: 'There is no such track.' },
  input: z.strictObject({ trackId: id }),
  output: z.array(trackCredit),
})

const artistCredit = z.object({ role, albums: z.array(album) })

export type ArtistCredit = z.infer<typeof artistCredit>

export const fetchArtistCredits = operation({
  name: 'fetchArtistCredits',
  summary:
    'Albums of others with tracks that an artist has written, arranged, conducted, produced or remixed, by role, newest first.',
  method: 'POST',
  path: '/api/fetchArtistCredits',
  who: 'guest',
  caching: 'none',
  errors: { 404: 'There is no such artist.' },
  input: z.strictObject({ artistId: id }),
  output: z.array(artistCredit),
})
