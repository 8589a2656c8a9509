import type { Database } from '../database/tables.ts'
import type { Lease } from './lease.ts'
import { type WriteBatch, writeBatch } from './write-batch.ts'

/** The database as an import uses it: it reads like everybody else and writes only while it holds the lease. */
export interface LeasedDatabase {
  readonly db: Database
  /** Fails once another import has taken over. */
  readonly write: WriteBatch
}

export function underLease(db: Database, lease: Lease): LeasedDatabase {
  return {
    db,
    write: work =>
      writeBatch(db, async tx => {
        await lease.hold(tx)
        return work(tx)
      }),
  }
}
