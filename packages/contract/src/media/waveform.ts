import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { id } from '../values.ts'

/** Number of bars in a waveform. */
export const WAVEFORM_BARS = 400

export const fetchWaveform = operation({
  name: 'fetchWaveform',
  summary: 'The waveform of a track, from start to end.',
  method: 'GET',
  path: '/api/tracks/{trackId}/waveform',
  who: 'guest',
  input: z.strictObject({ trackId: id }),
  output: z.object({
    trackId: id,
    /** WAVEFORM_BARS heights from 0 (silence) to 255 (full scale); empty until the track has been analysed. */
    levels: z.array(z.int().check(z.gte(0), z.lte(255))),
  }),
  caching: 'public',
  errors: { 404: 'There is no such track.' },
})
