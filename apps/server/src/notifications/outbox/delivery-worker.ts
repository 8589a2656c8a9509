import { setTimeout as wait } from 'node:timers/promises'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { TrustedClock } from '../../trusted-clock.ts'
import { deleteExpiredCounts } from '../email/mailbox-store.ts'
import type { Channel } from './channel.ts'
import { deleteExpiredDeliveries } from './claim-store.ts'
import { fanOut } from './fan-out.ts'
import { sendDue } from './send-due.ts'

const POLL_INTERVAL_MS = 2_000
const SWEEP_INTERVAL_MS = 600_000
/** How long a stop waits for deliveries in progress; must be less than the stop waits for background work. */
export const STOP_TIMEOUT_MS = 2_500

export interface DeliveryWorkerParts {
  readonly db: Database
  readonly channels: readonly Channel[]
  /** How long mail about new albums is gathered. */
  readonly gatherMs: number
  /** Takes out of the outbox what has lain there long enough. */
  readonly sweepOutbox: (now: number) => Promise<void>
}

/**
 * Starts the delivery workers. Several processes on one database share the work.
 * @returns stops them
 */
export function startDeliveryWorkers({
  db,
  channels,
  gatherMs,
  sweepOutbox,
}: DeliveryWorkerParts): () => Promise<void> {
  const stop = new AbortController()
  const clock = new TrustedClock()
  const repeat = (work: () => Promise<number>, pauseMs: number) => repeatUntil(stop.signal, work, pauseMs)
  const running = [
    repeat(() => fanOut(db, { gatherMs, now: clock.latest(), earliest: clock.earliest() }), POLL_INTERVAL_MS),
    ...channels.map(channel =>
      repeat(() => sendDue(db, channel, clock.latest(), clock.earliest()), POLL_INTERVAL_MS),
    ),
    repeat(() => sweep(db, clock.earliest()), SWEEP_INTERVAL_MS),
    repeat(() => sweepOutbox(clock.earliest()).then(() => 0), SWEEP_INTERVAL_MS),
  ]
  return async () => {
    stop.abort()
    await Promise.race([Promise.all(running), wait(STOP_TIMEOUT_MS, undefined, { ref: false })])
  }
}

/** Polls until stopped; polls again immediately while there is work. Survives database outages. */
async function repeatUntil(signal: AbortSignal, work: () => Promise<number>, pauseMs: number): Promise<void> {
  let said = ''
  while (!signal.aborted) {
    try {
      const done = await work()
      said = ''
      if (done > 0) continue
    } catch (error) {
      const { message } = error as Error
      if (message !== said && !signal.aborted) {
        console.error('notification worker: database unavailable, retrying', { error: message })
      }
      said = message
    }
    await wait(pauseMs, undefined, { signal, ref: false }).catch(() => {})
  }
}

async function sweep(db: Database, now: number): Promise<number> {
  const late = await write(db, async tx => {
    await deleteExpiredCounts(tx, now)
    return deleteExpiredDeliveries(tx, now)
  })
  if (late > 0) console.error('dropped expired deliveries', { count: late })
  return 0
}
