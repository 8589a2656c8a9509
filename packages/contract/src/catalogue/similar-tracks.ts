import * as z from 'zod/mini'
import { countLimits, sessionRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { id } from '../values.ts'
import { track } from './tracks.ts'

export const fetchSimilarTracks = operation({
  name: 'fetchSimilarTracks',
  summary:
    'Tracks that can be played and share artists, genres and years with these, the most important one first, without them and those of `except`. Others each time; unknown ids are ignored.',
  method: 'POST',
  path: '/api/fetchSimilarTracks',
  who: 'guest',
  caching: 'none',
  perMinute: sessionRates.similarTracks,
  input: z.strictObject({
    tracks: z.array(id).check(z.minLength(1), z.maxLength(countLimits.similarTo)),
    except: z._default(z.array(id).check(z.maxLength(countLimits.similarExcept)), []),
  }),
  output: z.array(track),
})
