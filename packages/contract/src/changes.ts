import * as z from 'zod/mini'
import { operation } from './operation.ts'
import { id } from './values.ts'

/** What of a listener's own has changed; whoever shows it asks for it anew. */
export const CHANGE_KINDS = [
  'user',
  'follows',
  'likes',
  'playlists',
  'interests',
  'played',
  'notifications',
] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** The header by which an open page names itself, so that it knows what it changed itself. */
export const TAB_HEADER = 'tab-id'

/** Seconds between the comments by which either side notices that the other is gone. */
export const CHANGE_HEARTBEAT_SECONDS = 20
/** Most such streams of one listener; beyond it the oldest ends. */
export const MOST_STREAMS = 20

/**
 * Beyond the specification's list: a stream of server-sent events, one `data: {"kind": …, "tab": …}` for each
 * change, and a comment every 20 seconds. It ends with the session. `tab` is what the page that made the change
 * calls itself in the header `tab-id`; missing where it is nameless. Who listens by such a name is told of
 * others' changes only; who listens for several pages gives none, and tells each of them what it did not do.
 */
export const listenToChanges = operation({
  name: 'listenToChanges',
  summary: "Tells, as server-sent events, what of the caller's own is changed, within a second.",
  method: 'GET',
  path: '/api/changes',
  who: 'owner',
  caching: 'none',
  perUser: { calls: 60, seconds: 60 },
  input: z.strictObject({}),
  output: z.object({ kind: z.enum(CHANGE_KINDS), tab: z.optional(id) }),
})

/** One such event. */
export type Change = z.infer<typeof listenToChanges.output>

export const changeOperations = [listenToChanges] as const
