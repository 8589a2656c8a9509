import { setTimeout as wait } from 'node:timers/promises'
import { isDatabaseGone, write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { backoffMs } from './backoff.ts'
import type { Channel, DeliveryOutcome } from './channel.ts'
import { type ClaimedDelivery, dropDeliveries, markSent, postpone } from './claim-store.ts'

/** So long a process has for what it has claimed; after that another takes it for dead. Longer than any attempt. */
export const CLAIM_MS = 480_000
/** What became of something is not written down so late any more: another may be about to take it up. */
const SPARE_MS = 15_000
const WRITE_AGAIN_MS = 1_000
/** What was perhaps sent is tried once more, after so long. */
const UNANSWERED_MS = 3_600_000

/**
 * Sends what is due on one way and writes down what became of it.
 * @param earliest judges what has expired; before `now` when the clock was set back
 * @returns how many were tried
 * @throws where that could not be written down, of any
 */
export async function sendDue(
  db: Database,
  channel: Channel,
  now = Date.now(),
  earliest = now,
): Promise<number> {
  const claim = { now, earliest, until: now + CLAIM_MS, limit: channel.maxConcurrent }
  const groups = await write(db, tx => channel.claim(tx, claim))
  const begun = performance.now()
  // One that fails takes nothing from the others.
  const ends = await Promise.allSettled(
    groups.map(group =>
      sendGroup(db, channel, group as [ClaimedDelivery, ...ClaimedDelivery[]], { now, begun }),
    ),
  )
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return groups.length
}

async function sendGroup(
  db: Database,
  channel: Channel,
  group: [ClaimedDelivery, ...ClaimedDelivery[]],
  { now, begun }: { now: number; begun: number },
): Promise<void> {
  const outcome = await trySend(channel, group)
  const attempts = Math.max(...group.map(one => one.attempts))
  const ended = now + Math.round(performance.now() - begun)
  await writeInTime(db, begun + CLAIM_MS - SPARE_MS, tx => {
    if (outcome === 'sent') return markSent(tx, group, now)
    if (outcome === 'later') return postpone(tx, group, { notBefore: ended + backoffMs(attempts) })
    // Perhaps it was there the first time: it stays known as sent, or it might be enqueued again.
    if (group.some(one => one.isUnconfirmed)) return markSent(tx, group, now)
    if (outcome === 'gone') return dropDeliveries(tx, group)
    return postpone(tx, group, { notBefore: ended + UNANSWERED_MS, unanswered: true })
  })
}

/** Writes it again while the database is away, until the instant `until` of the clock of `performance`. */
async function writeInTime(
  db: Database,
  until: number,
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  for (;;) {
    try {
      return await write(db, work)
    } catch (error) {
      if (!isDatabaseGone(error) || performance.now() > until) throw error
      await wait(WRITE_AGAIN_MS, undefined, { ref: false })
    }
  }
}

/** One that cannot be made does not hold up the others. */
async function trySend(
  channel: Channel,
  group: readonly [ClaimedDelivery, ...ClaimedDelivery[]],
): Promise<DeliveryOutcome> {
  try {
    return await channel.send(group)
  } catch (error) {
    console.error(`Something could not be sent (${group[0].kind}): ${(error as Error).message}`)
    return 'later'
  }
}
