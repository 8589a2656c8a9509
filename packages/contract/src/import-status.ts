import * as z from 'zod/mini'
import { operation } from './operation.ts'

export const importStatus = z.object({
  /** Goes up with every change of the catalogue. */
  version: z.number(),
  /** Goes up when tracks are removed from the catalogue. */
  removals: z.number(),
  /** Tracks in the catalogue. */
  tracks: z.number(),
  /** The running import; null where none runs. */
  running: z.nullable(
    z.object({
      /** True while the sample catalogue is added. */
      sample: z.boolean(),
      /** Files that have been read. */
      done: z.number(),
      /** Files to read; 0 while the folders are searched. */
      total: z.number(),
    }),
  ),
  /** Seconds after which a page that shows the catalogue should ask again. */
  nextCheckSeconds: z.number(),
  /**
   * The folders that were last imported, and why that failed ('' where it did not). Only while the catalogue is empty,
   * and only for visitors on the machine of the service itself: paths are nobody else's business.
   */
  lastImport: z.optional(z.object({ folders: z.array(z.string()), problem: z.string() })),
})
export type ImportStatus = z.infer<typeof importStatus>

/** Beyond the specification's list: open pages poll it to show what an import adds. */
export const fetchImportStatus = operation({
  name: 'fetchImportStatus',
  summary: 'Whether an import runs, how far it is, and how many tracks there are.',
  method: 'GET',
  path: '/api/importStatus',
  who: 'guest',
  caching: 'none',
  // Every open page asks once a second during an import, and less often otherwise; answers are shared and cost little.
  perMinute: 1_200,
  input: z.strictObject({}),
  output: importStatus,
})

export const importStatusOperations = [fetchImportStatus] as const
