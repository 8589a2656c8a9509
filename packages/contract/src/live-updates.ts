import * as z from 'zod/mini'
import { userRates } from './limits.ts'
import { operation } from './operation.ts'
import { id, noInput } from './values.ts'

/** Kinds of data: the listener's own, and `catalogue` for everybody's music and its import. Pages that show the changed kind refetch it. */
export const LIVE_UPDATE_KINDS = [
  'user',
  'appKeys',
  'follows',
  'likes',
  'playlists',
  'interests',
  'played',
  'keptAlbums',
  'ratings',
  'bookmarks',
  'queue',
  'nowPlaying',
  'notifications',
  'catalogue',
] as const

export type LiveUpdateKind = (typeof LIVE_UPDATE_KINDS)[number]

/** Identifies an open page, so that it can ignore its own changes. */
export const TAB_HEADER = 'tab-id'

/** Seconds between comments on the stream, by which either side notices a lost connection. */
export const HEARTBEAT_SECONDS = 20

/**
 * A stream of server-sent events, one `data: {"kind": …, "tab": …}` for each change, that ends with the session.
 * `tab` is the `tab-id` header of the request that made the change, if it had one. A page that listens with a `tab-id`
 * does not receive its own changes; one that listens for several pages sends none and forwards the events itself.
 */
export const listenToChanges = operation({
  name: 'listenToChanges',
  summary:
    "Server-sent events within a second of each change to the caller's own data, and soon after one to the catalogue, saying what changed.",
  method: 'GET',
  path: '/api/changes',
  who: 'owner',
  caching: 'none',
  perUser: userRates.liveUpdates,
  input: noInput,
  output: z.object({ kind: z.enum(LIVE_UPDATE_KINDS), tab: z.optional(id) }),
})

/** One event of the stream. */
export type LiveUpdate = z.infer<typeof listenToChanges.output>
