import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { isoDate, noInput } from '../values.ts'

/** What an administrator should look at. */
const attention = z.enum([
  'dataFolderReadOnly',
  'databaseReadOnly',
  'diskNearlyFull',
  'errors',
  'importFailed',
  'backupOverdue',
  'jobFailed',
  'jobPaused',
  'noBackups',
  'rateLimitsOff',
  'runningAsRoot',
])
export type Attention = z.infer<typeof attention>

/** What takes space: music and database, then what is in the data folder or a bucket. */
export const STORAGE_KINDS = [
  'music',
  'database',
  'covers',
  'uploads',
  'streams',
  'sample',
  'copies',
  'other',
] as const
export type StorageKind = (typeof STORAGE_KINDS)[number]

const overview = z.object({
  /** Whether it can serve, as `/readyz` says: database and data folder can be written. */
  isReady: z.boolean(),
  versions: z.object({
    service: z.string(),
    /** The commit of the service, abbreviated; '' if it is unknown. */
    revision: z.string(),
    runtime: z.string(),
    database: z.string(),
  }),
  /** When this process started. */
  startedAt: isoDate,
  /** Memory of this process. */
  memory: z.number(),
  database: z.enum(['embedded', 'postgres']),
  /**
   * Bytes by kind, without those that take none. `copies` are databases from before an update. A bucket is left out,
   * but for the uploads of listeners.
   */
  storage: z.array(z.object({ kind: z.enum(STORAGE_KINDS), bytes: z.number() })),
  /** False while the data folder is measured for the first time: music, database and uploads are there already. */
  isStorageComplete: z.boolean(),
  /** Of the disk with the data folder; zeros while the folder is away. */
  disk: z.object({ size: z.number(), free: z.number() }),
  catalogue: z.object({
    artists: z.number(),
    albums: z.number(),
    tracks: z.number(),
    /** Tracks whose files have vanished. */
    missingTracks: z.number(),
  }),
  /** Numbers within the last five minutes, of all processes. Guests at one address count once. */
  now: z.object({
    /** Browsers and apps that used the service. */
    listeners: z.number(),
    /** Those among them that were sent audio. */
    streams: z.number(),
  }),
  people: z.object({
    accounts: z.number(),
    administrators: z.number(),
    disabled: z.number(),
    /** Listeners who used the service within the last day. */
    active: z.number(),
  }),
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
