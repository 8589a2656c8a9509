import * as z from 'zod/mini'
import { sessionRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { noInput } from '../values.ts'

const importStatus = z.object({
  /** Increases with every change of the catalogue. */
  version: z.number(),
  /** Increases when tracks are removed from the catalogue. */
  removals: z.number(),
  /** Tracks in the catalogue. */
  tracks: z.number(),
  /** The running import, or null. */
  running: z.nullable(
    z.object({
      /** True for an import of the sample catalogue. */
      sample: z.boolean(),
      /** Files read so far. */
      done: z.number(),
      /** Files to read; 0 while the folders are being scanned. */
      total: z.number(),
    }),
  ),
  /** Seconds until a page that shows the catalogue should poll again. */
  nextCheckSeconds: z.number(),
  /** Id of the build of the pages that this process serves; absent if it serves none. */
  build: z.optional(z.string()),
})

export type ImportStatus = z.infer<typeof importStatus>

/** Open pages poll it to show what an import adds. */
export const fetchImportStatus = operation({
  name: 'fetchImportStatus',
  summary: 'Whether an import is running, its progress, and the number of tracks.',
  method: 'GET',
  path: '/api/importStatus',
  who: 'guest',
  caching: 'none',
  perMinute: sessionRates.importStatus,
  input: noInput,
  output: importStatus,
})
