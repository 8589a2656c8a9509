import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../database/retry.ts'
import type { Database, Transaction } from '../database/tables.ts'
import { OperatorError } from '../settings.ts'
import { deleteLease, type ReadLease, readLease, renewLease, replaceLease } from './lease-store.ts'
import { processSpace } from './process-space.ts'
import { writeBatch } from './write-batch.ts'

/** Held by the only import on a database, of the sample catalogue or other music. */
export const IMPORT_LEASE = 'import'

const TTL_MS = 15_000
const RENEW_INTERVAL_MS = 4_000
/** A lease that is not renewed for this long is abandoned, whatever the database's clock says. */
const ABANDONED_AFTER_MS = 10_000
const POLL_MS = 250

/** Holders of this process. */
const held = new Set<string>()

/** Suffix of a holder from which others may take the lease at any time. */
const YIELDS = ' yields'

/** Another process holds the lease or has taken it over. */
export class LeaseError extends OperatorError {
  override name = 'LeaseError'
}

export interface Lease {
  /** Aborted with a LeaseError when another process takes the lease. */
  readonly lost: AbortSignal
  /**
   * Renews the lease within a transaction, which fails if another process holds it. Call it before any write.
   * @throws LeaseError
   */
  hold(tx: Transaction): Promise<void>
  release(): Promise<void>
}

interface LeaseOptions {
  /** Lets any holder that does not yield take the lease at any time. */
  readonly yields?: boolean
  /** How long to watch a lease whose expiry is unclear. */
  readonly watchMs?: number
}

/**
 * Takes the lease for the only import on a database. A crashed holder is detected by its missing process, if its processes
 * can be seen from here, or else by not renewing the lease. That takes up to 10 s if the lease has expired or the clock of
 * the database was changed.
 * @throws LeaseError while another import runs
 */
export async function takeLease(db: Database, options: LeaseOptions = {}): Promise<Lease> {
  const taken = await tryLease(db, IMPORT_LEASE, 'Another import has taken over. This one stops.', options)
  if (typeof taken !== 'string') return taken
  throw new LeaseError(taken === '' ? 'Another import has just started: wait for it to end.' : whoRuns(taken))
}

/**
 * Takes the lease for any task that only one process may run at a time.
 * @param taken message of the LeaseError when another process takes the lease over
 * @returns the other holder if there is one; '' if it took the lease at the same moment
 */
export async function tryLease(
  db: Database,
  name: string,
  taken: string,
  options: LeaseOptions = {},
): Promise<Lease | string> {
  const { yields = false, watchMs = ABANDONED_AFTER_MS } = options
  const holder = `${hostname()} ${process.pid} ${randomUUID()} ${processSpace()}${yields ? YIELDS : ''}`
  const take = async (tx: Transaction, abandoned?: ReadLease) => {
    const found = await readLease(tx, name)
    if (found && (yields || !found.holder.endsWith(YIELDS)) && !isDead(found.holder)) {
      if (isFresh(found) || !isSame(found, abandoned)) return found
    }
    return (await replaceLease(tx, { name, holder, ttlMs: TTL_MS }, found?.holder)) ? undefined : ''
  }
  const takeWatched = async () => {
    const other = await writeBatch(db, tx => take(tx))
    if (typeof other !== 'object' || isFresh(other) || (await isRenewed(db, other, watchMs))) return other
    return writeBatch(db, tx => take(tx, other))
  }
  // Before anybody can read the row: a holder of this process that is not in the set counts as dead.
  held.add(holder)
  const other = await takeWatched().catch((error: unknown) => {
    held.delete(holder)
    throw error
  })
  if (other !== undefined) {
    held.delete(holder)
    return typeof other === 'object' ? other.holder : other
  }
  const lost = new AbortController()
  const lose = () => {
    lost.abort(new LeaseError(taken))
    return lost.signal.reason as LeaseError
  }
  const renewal = setInterval(() => {
    writeBatch(db, tx => renewLease(tx, holder, TTL_MS)).then(
      held => held || lose(),
      () => {},
    )
  }, RENEW_INTERVAL_MS)
  renewal.unref()
  return {
    lost: lost.signal,
    async hold(tx) {
      // Locks the row until the transaction ends.
      if (!(await renewLease(tx, holder, TTL_MS))) throw lose()
    },
    async release() {
      clearInterval(renewal)
      held.delete(holder)
      // During a database outage the lease expires by itself.
      await writeBatch(db, tx => deleteLease(tx, holder)).catch(error => {
        if (!isDatabaseUnavailable(error)) throw error
      })
    },
  }
}

/** Whether it was renewed lately, as far as the database's clock can tell. If it was changed since, the holder may still run. */
export function isFresh({ expires_at, now }: ReadLease): boolean {
  const left = expires_at - now
  return left > 0 && left <= TTL_MS
}

const isSame = (lease: ReadLease, other: ReadLease | undefined) =>
  lease.holder === other?.holder && lease.expires_at === other.expires_at

/** Watches a lease by the monotonic clock. @returns false if nothing happened to it or it was released */
async function isRenewed(db: Database, lease: ReadLease, watchMs: number): Promise<boolean> {
  for (const until = performance.now() + watchMs; performance.now() < until; ) {
    await wait(POLL_MS)
    const now = await readLease(db, lease.name)
    if (!now) return false
    if (!isSame(now, lease)) return true
  }
  return false
}

/** Whether its process is certainly gone. */
function isDead(holder: string): boolean {
  const [host, pid, , space] = holder.split(' ')
  if (host !== hostname() || !space || space !== processSpace()) return false
  // Left over if the database was unavailable at the end of an import.
  if (Number(pid) === process.pid) return !held.has(holder)
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
