import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Database } from '../database/tables.ts'
import { OperatorError } from '../settings.ts'
import { writeSlice } from './write-slice.ts'

const LASTS_MS = 15_000
const BEAT_MS = 4_000

export interface Lease {
  /** Aborted when another process took the lease, because this one was thought dead. */
  readonly lost: AbortSignal
  release(): Promise<void>
}

/**
 * Makes this the only import on its database. A holder that crashed is known by its process being gone
 * from this machine, or else by not having renewed the lease.
 * @throws OperatorError while another import runs.
 */
export async function takeLease(db: Database): Promise<Lease> {
  const taken = await tryLease(db, 'import', 'Another import took over: this one stops.')
  if (typeof taken !== 'string') return taken
  throw new OperatorError(
    taken === '' ? 'Another import has just started: wait for it to end.' : whoRuns(taken),
  )
}

/**
 * As `takeLease`, for anything that only one process may do at a time.
 * @param taken what is said where another process takes it, because this one was thought dead
 * @returns the holder where it is another, '' where that one has come at the same moment
 */
export async function tryLease(db: Database, name: string, taken: string): Promise<Lease | string> {
  const holder = `${hostname()} ${process.pid} ${randomUUID()}`
  const other = await writeSlice(db, async tx => {
    const found = await tx.selectFrom('leases').selectAll().where('name', '=', name).executeTakeFirst()
    if (found && found.expires_at > Date.now() && !isDead(found.holder)) return found.holder
    const expires_at = Date.now() + LASTS_MS
    // Of two that take it at the same moment, only one finds the row as it was.
    const written = await tx
      .insertInto('leases')
      .values({ name, holder, expires_at })
      .onConflict(conflict =>
        conflict
          .column('name')
          .doUpdateSet({ holder, expires_at })
          .where('leases.holder', '=', found?.holder ?? ''),
      )
      .executeTakeFirst()
    return Number(written.numInsertedOrUpdatedRows ?? 0) === 0 ? '' : undefined
  })
  if (other !== undefined) return other
  const lost = new AbortController()
  const beat = setInterval(() => {
    renew(db, holder).then(
      held => held || lost.abort(new OperatorError(taken)),
      () => {},
    )
  }, BEAT_MS)
  beat.unref()
  return {
    lost: lost.signal,
    async release() {
      clearInterval(beat)
      await writeSlice(db, tx => tx.deleteFrom('leases').where('holder', '=', holder).execute())
    },
  }
}

async function renew(db: Database, holder: string): Promise<boolean> {
  const result = await writeSlice(db, tx =>
    tx
      .updateTable('leases')
      .set({ expires_at: Date.now() + LASTS_MS })
      .where('holder', '=', holder)
      .executeTakeFirst(),
  )
  return Number(result.numUpdatedRows) > 0
}

function isDead(holder: string): boolean {
  const [host, pid] = holder.split(' ')
  if (host !== hostname()) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

function whoRuns(holder: string): string {
  const [host, pid] = holder.split(' ')
  const where = host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`
  return `Another import is running (${where}): wait for it to end.`
}
