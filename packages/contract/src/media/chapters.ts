import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { id } from '../values.ts'

const chapter = z.object({
  /** Start in the track. */
  seconds: z.number(),
  /** '' if it has none. */
  title: z.string(),
})

export type Chapter = z.infer<typeof chapter>

export const fetchChapters = operation({
  name: 'fetchChapters',
  summary: 'The chapters of a track, in order; empty if it has none.',
  method: 'GET',
  path: '/api/tracks/{trackId}/chapters',
  who: 'guest',
  input: z.strictObject({ trackId: id }),
  output: z.object({ trackId: id, chapters: z.array(chapter) }),
  caching: 'public',
  errors: { 404: 'There is no such track.' },
})
