import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../database/tables.ts'
import { tryLease } from '../lease.ts'

const LEASE = 'sample'
/** Interval between two attempts while another process renders. */
const RETRY_MS = 10_000

/**
 * Renders the sample catalogue in one of several processes. The others wait, and one goes on when that one ends.
 * @throws AbortError if `signal` aborts while it waits
 */
export async function renderAlone(
  db: Database,
  signal: AbortSignal,
  render: () => Promise<void>,
  retryMs = RETRY_MS,
): Promise<void> {
  for (;;) {
    const lease = await tryLease(db, LEASE, 'Another process renders the sample catalogue.')
    if (typeof lease === 'string') {
      await wait(retryMs, undefined, { signal })
      continue
    }
    try {
      return await render()
    } finally {
      await lease.release()
    }
  }
}
