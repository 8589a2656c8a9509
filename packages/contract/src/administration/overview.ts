import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { isoDate, noInput } from '../values.ts'

/** What an administrator should look at. */
const attention = z.enum([
  'diskNearlyFull',
  'errors',
  'importFailed',
  'backupOverdue',
  'noBackups',
  'rateLimitsOff',
  'runningAsRoot',
])
export type Attention = z.infer<typeof attention>

const overview = z.object({
  versions: z.object({ runtime: z.string(), database: z.string() }),
  /** When this process started. */
  startedAt: isoDate,
  /** Memory of this process. */
  memory: z.number(),
  database: z.object({ kind: z.enum(['embedded', 'postgres']), size: z.number() }),
  /** Of the disk with the data folder. */
  disk: z.object({ size: z.number(), free: z.number() }),
  catalogue: z.object({
    artists: z.number(),
    albums: z.number(),
    tracks: z.number(),
    /** Tracks whose files have vanished. */
    missingTracks: z.number(),
  }),
  people: z.object({
    accounts: z.number(),
    administrators: z.number(),
    disabled: z.number(),
    /** Listeners who used the service within the last day. */
    active: z.number(),
  }),
  /** Bytes of pictures that listeners have uploaded. */
  uploads: z.number(),
  /** Errors that any process logged within the last day. */
  errors: z.number(),
  /** The most urgent first. */
  attention: z.array(attention),
})
export type Overview = z.infer<typeof overview>

export const fetchOverview = operation({
  name: 'fetchOverview',
  summary: 'How the service is, for administrators. Sizes are in bytes.',
  method: 'GET',
  path: '/api/admin/overview',
  who: 'administrator',
  caching: 'none',
  input: noInput,
  output: overview,
})
