import * as z from 'zod/mini'
import { textLimits, userRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { id, isoDate, noInput, success } from '../values.ts'

/** States of playback that clients report. */
export const PLAYBACK_STATES = ['playing', 'paused', 'stopped'] as const
export type PlaybackState = (typeof PLAYBACK_STATES)[number]

const state = z.enum(PLAYBACK_STATES)

/** A position in milliseconds; a day is more than any track lasts. */
export const positionMs = z.int().check(z.gte(0), z.lte(86_400_000))

/** Name of a client, as it calls itself. */
export const clientName = z.string().check(z.maxLength(textLimits.clientName.max))

export const nowPlaying = z.object({
  trackId: id,
  state: z.enum(['playing', 'paused']),
  /** When it was reported. */
  positionMs: z.number(),
  playbackRate: z.number(),
  client: z.string(),
  startedAt: isoDate,
  reportedAt: isoDate,
})
export type NowPlaying = z.infer<typeof nowPlaying>

export const fetchNowPlaying = operation({
  name: 'fetchNowPlaying',
  summary:
    'What the caller plays on any of their clients, as last reported; null if nothing. Never what others play.',
  method: 'GET',
  path: '/api/nowPlaying',
  who: 'owner',
  caching: 'none',
  perUser: userRates.readList,
  input: noInput,
  output: z.object({ nowPlaying: z.nullable(nowPlaying) }),
})

export const reportNowPlaying = operation({
  name: 'reportNowPlaying',
  summary:
    'Says what the caller plays and where. Counts the play once at half of the track, unless `countsPlay` is false.',
  method: 'POST',
  path: '/api/nowPlaying',
  who: 'owner',
  caching: 'none',
  errors: { 404: 'There is no such track.' },
  perUser: userRates.reportPlayback,
  input: z.strictObject({
    trackId: id,
    state,
    positionMs,
    playbackRate: z.optional(z.number().check(z.gte(0.1), z.lte(10))),
    client: z.optional(clientName),
    countsPlay: z.optional(z.boolean()),
  }),
  output: success,
})
