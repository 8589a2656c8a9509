import { setTimeout as wait } from 'node:timers/promises'
import { isDatabaseUnavailable, write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { isPaused } from '../../jobs/job-store.ts'
import { log } from '../../log/log.ts'
import { TrustedClock } from '../../trusted-clock.ts'
import { deleteExpiredCounts } from '../email/mailbox-store.ts'
import { oldestLinkMonth } from '../email/signed-links.ts'
import { eventKinds } from '../kinds/notification-kinds.ts'
import { deleteOldLinkKeys } from '../secrets/secret-store.ts'
import type { Channel } from './channel.ts'
import { deleteExpiredDeliveries } from './claim-store.ts'
import { fanOut } from './fan-out.ts'
import { sendDue } from './send-due.ts'

const POLL_INTERVAL_MS = 2_000
const CLEANUP_INTERVAL_MS = 600_000
/** How long a stop waits for deliveries in progress; must be less than the stop waits for background work. */
export const STOP_TIMEOUT_MS = 2_500

export interface DeliveryWorkerParts {
  readonly db: Database
  readonly channels: readonly Channel[]
  /** Milliseconds for which emails are collected before a digest is sent. */
  readonly digestDelayMs: number
  /** Deletes expired files of the email folder. */
  readonly deleteOldEmails: (now: number) => Promise<void>
}

/**
 * Starts the delivery workers. Several processes on one database share the work.
 * @returns stops them
 */
export function startDeliveryWorkers({
  db,
  channels,
  digestDelayMs,
  deleteOldEmails,
}: DeliveryWorkerParts): () => Promise<void> {
  const stop = new AbortController()
  const clock = new TrustedClock()
  const repeat = (work: () => Promise<number>, pauseMs: number) => repeatUntil(stop.signal, work, pauseMs)
  const send = async (channel: Channel) =>
    (await isPaused(db, 'notifications')) ? 0 : sendDue(db, channel, clock.latest(), clock.earliest())
  const moment = () => ({ now: clock.latest(), earliest: clock.earliest() })
  const running = [
    repeat(() => fanOut(db, eventKinds, { digestDelayMs, ...moment() }), POLL_INTERVAL_MS),
    ...channels.map(channel => repeat(() => send(channel), POLL_INTERVAL_MS)),
    repeat(() => cleanUp(db, clock.earliest()), CLEANUP_INTERVAL_MS),
    repeat(() => deleteOldEmails(clock.earliest()).then(() => 0), CLEANUP_INTERVAL_MS),
  ]
  return async () => {
    stop.abort()
    await Promise.race([Promise.all(running), wait(STOP_TIMEOUT_MS, undefined, { ref: false })])
  }
}

/** Polls until stopped; polls again immediately while there is work. Survives database outages. */
async function repeatUntil(signal: AbortSignal, work: () => Promise<number>, pauseMs: number): Promise<void> {
  let lastError = ''
  while (!signal.aborted) {
    try {
      const done = await work()
      lastError = ''
      if (done > 0) continue
    } catch (error) {
      const { message } = error as Error
      if (message !== lastError && !signal.aborted) {
        if (isDatabaseUnavailable(error))
          log.error('notification worker: database unavailable, retrying', { error: message })
        else log.error('notification worker failed, retrying', { err: error as Error })
      }
      lastError = message
    }
    await wait(pauseMs, undefined, { signal, ref: false }).catch(() => {})
  }
}

async function cleanUp(db: Database, now: number): Promise<number> {
  const count = await write(db, async tx => {
    await deleteExpiredCounts(tx, now)
    await deleteOldLinkKeys(tx, oldestLinkMonth(now))
    return deleteExpiredDeliveries(tx, now)
  })
  if (count > 0) log.error('dropped expired deliveries', { count })
  return 0
}
