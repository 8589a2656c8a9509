import * as z from 'zod/mini'
import { userRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { id, noInput, success } from '../values.ts'

/** Seconds of a track that were heard, repeats within a load included; a day is more than anybody hears of one. */
export const secondsHeard = z.int().check(z.gte(0), z.lte(86_400))

/** Sent when the load of a track ends, also while the page closes. */
export const recordSecondsHeard = operation({
  name: 'recordSecondsHeard',
  summary:
    'Stores how much of a counted play was heard, once: a repetition changes nothing, and an unknown listen is ignored. `countedAt` is what `countTrackPlay` returned.',
  method: 'POST',
  path: '/api/tracks/{trackId}/seconds-heard',
  who: 'member',
  caching: 'none',
  perUser: userRates.write,
  input: z.strictObject({ trackId: id, countedAt: z.iso.datetime(), seconds: secondsHeard }),
  output: success,
})

export const deleteListens = operation({
  name: 'deleteListens',
  summary:
    'Deletes all listens of the caller, and when each track was last counted. Play counts do not change. Plays before this moment that are reported afterwards are not counted.',
  method: 'DELETE',
  path: '/api/listens',
  who: 'owner',
  caching: 'none',
  perUser: userRates.deleteListens,
  input: noInput,
  output: success,
})
