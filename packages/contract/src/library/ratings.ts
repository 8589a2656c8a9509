import * as z from 'zod/mini'
import { formatLimit } from '../describe-limits.ts'
import { countLimits, userRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { id, isoDate, success } from '../values.ts'

export const MAX_RATING = 5

/** What listeners can rate. */
const RATED_KINDS = ['track', 'album', 'artist'] as const
export type RatedKind = (typeof RATED_KINDS)[number]

const kind = z.enum(RATED_KINDS)

export const fetchRatings = operation({
  name: 'fetchRatings',
  summary: "The caller's own ratings of tracks, albums or artists, most recent first.",
  method: 'GET',
  path: '/api/ratings',
  who: 'owner',
  caching: 'none',
  perUser: userRates.readList,
  input: z.strictObject({ kind }),
  output: z.array(z.object({ id, rating: z.number(), ratedAt: isoDate })),
})

export const saveRating = operation({
  name: 'saveRating',
  summary: `Rates a track, album or artist from 1 to ${MAX_RATING}; 0 deletes the rating. Ratings do not affect likes, follows or suggestions. 409 beyond ${formatLimit(countLimits.ratings)} of a kind.`,
  method: 'POST',
  path: '/api/ratings',
  who: 'owner',
  caching: 'none',
  errors: { 404: 'There is no such track, album or artist.', 409: 'The caller has too many ratings.' },
  perUser: userRates.write,
  input: z.strictObject({ kind, id, rating: z.int().check(z.gte(0), z.lte(MAX_RATING)) }),
  output: success,
})
