import { setTimeout as wait } from 'node:timers/promises'
import { isDatabaseUnavailable, write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { log } from '../../log/log.ts'
import type { Channel, DeliveryOutcome } from './channel.ts'
import { type ClaimedDelivery, dropDeliveries, markSent, postpone } from './claim-store.ts'

const FIRST_RETRY_MS = 5_000
const MAX_RETRY_MS = 3_600_000

/** How long a claim lasts before other processes may take over; longer than any attempt to send. */
export const CLAIM_MS = 480_000
/** Outcomes are not recorded in the last moments of a claim: another process may be about to take over. */
const CLAIM_MARGIN_MS = 15_000
const WRITE_RETRY_MS = 1_000
/** Deliveries that may have arrived are sent once more, after this time. */
const UNANSWERED_RETRY_MS = 3_600_000

/**
 * Sends what is due on one channel and records the outcome.
 * @param earliest trusted time for expiry; before `now` if the clock was set back
 * @returns how many groups were tried
 * @throws if an outcome could not be recorded
 */
export async function sendDue(
  db: Database,
  channel: Channel,
  now = Date.now(),
  earliest = now,
): Promise<number> {
  const claim = { now, earliest, until: now + CLAIM_MS, limit: channel.maxConcurrent }
  const groups = await write(db, tx => channel.claim(tx, claim))
  const startedAt = performance.now()
  // A failure of one group must not stop the others.
  const results = await Promise.allSettled(
    groups.map(group =>
      sendGroup(db, channel, group as [ClaimedDelivery, ...ClaimedDelivery[]], { now, startedAt }),
    ),
  )
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return groups.length
}

async function sendGroup(
  db: Database,
  channel: Channel,
  group: [ClaimedDelivery, ...ClaimedDelivery[]],
  { now, startedAt }: { now: number; startedAt: number },
): Promise<void> {
  const outcome = await trySend(channel, group)
  const attempts = Math.max(...group.map(delivery => delivery.attempts))
  const finishedAt = now + Math.round(performance.now() - startedAt)
  await writeUntil(db, startedAt + CLAIM_MS - CLAIM_MARGIN_MS, tx => {
    if (outcome === 'sent') return markSent(tx, group, now)
    if (outcome === 'later') return postpone(tx, group, { notBefore: finishedAt + retryDelayMs(attempts) })
    // It may have arrived the first time: recorded as sent, so that it is not enqueued again.
    if (group.some(delivery => delivery.isUnconfirmed)) return markSent(tx, group, now)
    if (outcome === 'gone') return dropDeliveries(tx, group)
    return postpone(tx, group, { notBefore: finishedAt + UNANSWERED_RETRY_MS, unanswered: true })
  })
}

/** Retries while the database is away. @param deadline in milliseconds of `performance.now()` */
async function writeUntil(
  db: Database,
  deadline: number,
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  for (;;) {
    try {
      return await write(db, work)
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > deadline) throw error
      await wait(WRITE_RETRY_MS, undefined, { ref: false })
    }
  }
}

async function trySend(
  channel: Channel,
  group: readonly [ClaimedDelivery, ...ClaimedDelivery[]],
): Promise<DeliveryOutcome> {
  try {
    return await channel.send(group)
  } catch (error) {
    log.error('notification worker: delivery failed, retrying', {
      kind: group[0].kind,
      error: (error as Error).message,
    })
    return 'later'
  }
}

/**
 * Milliseconds to wait after a number of failed attempts: doubles each time, up to an hour, minus up to half of it at
 * random so that deliveries that failed together are not retried together.
 * @param random 0 to 1
 */
function retryDelayMs(attempts: number, random = Math.random()): number {
  const delay = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1))
  return Math.round(delay * (1 - random / 2))
}
