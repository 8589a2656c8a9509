import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { id } from '../values.ts'
import { track } from './tracks.ts'

/** Tracks that others are similar to, that are left out, and that are found; calls of one session. */
export const similarLimits = { to: 5, except: 200, found: 20, perMinute: 30 }

export const fetchSimilarTracks = operation({
  name: 'fetchSimilarTracks',
  summary:
    'Tracks that can be played and share artists, genres and years with these, the most important one first, without them and those of `except`. Others each time; unknown ids are ignored.',
  method: 'POST',
  path: '/api/fetchSimilarTracks',
  who: 'guest',
  caching: 'none',
  perMinute: similarLimits.perMinute,
  input: z.strictObject({
    tracks: z.array(id).check(z.minLength(1), z.maxLength(similarLimits.to)),
    except: z._default(z.array(id).check(z.maxLength(similarLimits.except)), []),
  }),
  output: z.array(track),
})
