import * as z from 'zod/mini'
import { formatLimit } from '../describe-limits.ts'
import { countLimits, userRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { id, isoDate, noInput, success } from '../values.ts'

/** Fraction of a track after which its play is counted. */
export const COUNTED_AT = 0.5

export const countTrackPlay = operation({
  name: 'countTrackPlay',
  summary:
    'Counts a play of a track. Plays that come sooner than about half the track after the last one, or sooner than listening at double speed allows, are not counted; the response has `countedAt` if it was.',
  method: 'POST',
  path: '/api/tracks/{trackId}/increment-play-count',
  who: 'member',
  caching: 'none',
  errors: { 404: 'There is no such track.' },
  perUser: userRates.write,
  input: z.strictObject({ trackId: id }),
  output: z.object({
    success: z.literal(true),
    /** Identifies the listen for `recordSecondsHeard`. */
    countedAt: z.optional(isoDate),
  }),
})

export const countAlbumPlays = operation({
  name: 'countAlbumPlays',
  summary:
    'Counts a play of each album, at most one for a listener, album and day (UTC); ignores unknown albums.',
  method: 'POST',
  path: '/api/incrementAlbumsPlayCount',
  who: 'member',
  caching: 'none',
  perUser: userRates.write,
  input: z.strictObject({ albums: z.array(id).check(z.maxLength(countLimits.albumsPerPlayCount)) }),
  output: success,
})

/** Track ids by album id. */
export const playedTracks = z.record(z.string(), z.array(id))

export type PlayedTracks = z.infer<typeof playedTracks>

/** Lets a second device know what was played. */
export const recordPlayedTrack = operation({
  name: 'recordPlayedTrack',
  summary: 'Records that the caller started a track; idempotent.',
  method: 'POST',
  path: '/api/tracks/{trackId}/played',
  who: 'member',
  caching: 'none',
  errors: { 404: 'There is no such track.' },
  perUser: userRates.write,
  input: z.strictObject({ trackId: id }),
  output: success,
})

export const fetchPlayedTracks = operation({
  name: 'fetchPlayedTracks',
  summary: `The tracks the caller has started, by album; at most ${formatLimit(countLimits.playedTracks)}.`,
  method: 'GET',
  path: '/api/playedTracks',
  who: 'owner',
  caching: 'none',
  input: noInput,
  output: playedTracks,
})
