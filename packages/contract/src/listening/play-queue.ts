import * as z from 'zod/mini'
import { formatLimit } from '../describe-limits.ts'
import { byteLimits, countLimits, userRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { id, isoDate, noInput } from '../values.ts'
import { clientName, positionMs } from './now-playing.ts'

/** The one queue of a listener that all their clients share. */
export const playQueue = z.object({
  /** In the order they play; a track may stand there several times. */
  tracks: z.array(id),
  /** Index of the current track; null for an empty queue. */
  currentIndex: z.nullable(z.number()),
  /** Position in the current track in milliseconds. */
  positionMs: z.number(),
  /** Name of the client that saved it, or ''. */
  changedBy: z.string(),
  /** Null if it was never saved. */
  changedAt: z.nullable(isoDate),
  /** Increases each time it is saved. */
  version: z.number(),
})
export type PlayQueue = z.infer<typeof playQueue>

export const fetchPlayQueue = operation({
  name: 'fetchPlayQueue',
  summary:
    "The caller's saved queue, for going on elsewhere. Tracks that have left the catalogue are left out.",
  method: 'GET',
  path: '/api/playQueue',
  who: 'owner',
  caching: 'none',
  perUser: userRates.readList,
  input: noInput,
  output: playQueue,
})

export const savePlayQueue = operation({
  name: 'savePlayQueue',
  summary: `Replaces the caller's saved queue: up to ${formatLimit(countLimits.queueTracks)} tracks in order, the index of the current one and the position in it. Starts and stops nothing.`,
  method: 'POST',
  path: '/api/playQueue',
  who: 'owner',
  caching: 'none',
  perUser: userRates.write,
  bodyLimit: byteLimits.trackIdsBody,
  input: z.strictObject({
    tracks: z.array(id).check(z.maxLength(countLimits.queueTracks)),
    /** The first by default. */
    currentIndex: z.optional(z.int().check(z.gte(0), z.lt(countLimits.queueTracks))),
    positionMs: z.optional(positionMs),
    changedBy: z.optional(clientName),
  }),
  output: playQueue,
})
