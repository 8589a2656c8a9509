import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../database/tables.ts'
import { emptyReport } from '../import-report.ts'
import { type Lease, LeaseError, takeLease } from '../lease.ts'
import { underLease } from '../leased-database.ts'
import { ImportStatus } from '../status/import-status.ts'
import { removeSample } from './sample-store.ts'

/** Interval between two attempts while an import runs. */
const RETRY_MS = 2_000

/** Removes the sample catalogue for an operator who does not want it, as soon as no import of other music runs. */
export async function withdrawSample(db: Database, signal: AbortSignal): Promise<void> {
  const lease = await waitForLease(db, signal)
  const database = underLease(db, lease)
  try {
    const status = await ImportStatus.start(database.write, { sample: true, folders: [] })
    await status.tracksRemoved(await removeSample(database))
    await status.end(emptyReport())
  } finally {
    await lease.release()
  }
}

async function waitForLease(db: Database, signal: AbortSignal): Promise<Lease> {
  for (;;) {
    try {
      return await takeLease(db)
    } catch (error) {
      if (!(error instanceof LeaseError)) throw error
    }
    await wait(RETRY_MS, undefined, { signal })
  }
}
