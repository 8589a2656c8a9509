import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { id } from '../values.ts'

const lyricsLine = z.object({
  /** Start in the track; null in lyrics without times. */
  seconds: z.nullable(z.number()),
  text: z.string(),
})

export type LyricsLine = z.infer<typeof lyricsLine>

export const fetchLyrics = operation({
  name: 'fetchLyrics',
  summary: 'The lyrics of a track, line by line, with times if known.',
  method: 'GET',
  path: '/api/tracks/{trackId}/lyrics',
  who: 'guest',
  input: z.strictObject({ trackId: id }),
  output: z.object({
    trackId: id,
    /** True if every line has a time and the times are in order. */
    synced: z.boolean(),
    lines: z.array(lyricsLine),
  }),
  caching: 'public',
  errors: { 404: 'There is no such track.' },
})
