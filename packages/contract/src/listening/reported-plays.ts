import * as z from 'zod/mini'
import { countLimits, dayLimits, userRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { id } from '../values.ts'
import { secondsHeard } from './listens.ts'
import { clientName } from './now-playing.ts'

/** For clients that play without a connection. */
export const reportPlays = operation({
  name: 'reportPlays',
  summary: `Counts plays afterwards, by the times at which they are said to have been; at most ${countLimits.reportedPlays} in one call. A play is not counted if it is in the future or more than ${dayLimits.reportedPlay} days old, or less than half a track away from another play of the caller. The same play again counts once. Returns how many were counted, and the unknown tracks.`,
  method: 'POST',
  path: '/api/plays',
  who: 'member',
  caching: 'none',
  perUser: userRates.write,
  timeoutSeconds: 25,
  input: z.strictObject({
    plays: z
      .array(z.strictObject({ trackId: id, at: z.iso.datetime(), secondsHeard: z.optional(secondsHeard) }))
      .check(z.maxLength(countLimits.reportedPlays)),
    /** The device or app that played them. */
    client: z.optional(clientName),
  }),
  output: z.object({ counted: z.number(), unknown: z.array(id) }),
})
