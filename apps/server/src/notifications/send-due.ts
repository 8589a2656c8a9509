import { write } from '../database/retry.ts'
import type { Database } from '../database/tables.ts'
import { backOff } from './back-off.ts'
import type { Carrier, Outcome } from './carrier.ts'
import { type Claimed, dropDeliveries, markSent, postpone } from './claim-store.ts'

/** So long a process has for what it has claimed; after that another takes it for dead. Longer than any attempt. */
export const LEASE_MS = 180_000

/**
 * Sends what is due on one way and writes down what became of it.
 * @returns how many were tried
 */
export async function sendDue(db: Database, carrier: Carrier, now = Date.now()): Promise<number> {
  const claim = { now, until: now + LEASE_MS, most: carrier.most }
  const groups = await write(db, tx => carrier.claim(tx, claim))
  await Promise.all(groups.map(group => carryGroup(db, carrier, group as [Claimed, ...Claimed[]], now)))
  return groups.length
}

async function carryGroup(
  db: Database,
  carrier: Carrier,
  group: [Claimed, ...Claimed[]],
  now: number,
): Promise<void> {
  const outcome = await tryToCarry(carrier, group)
  const attempts = Math.max(...group.map(one => one.attempts))
  await write(db, tx => {
    if (outcome === 'sent') return markSent(tx, group, now)
    if (outcome === 'gone') return dropDeliveries(tx, group)
    return postpone(tx, group, now + backOff(attempts))
  })
}

/** One that cannot be made does not hold up the others. */
async function tryToCarry(carrier: Carrier, group: readonly [Claimed, ...Claimed[]]): Promise<Outcome> {
  try {
    return await carrier.carry(group)
  } catch (error) {
    console.error(`Something could not be sent (${group[0].kind}): ${(error as Error).message}`)
    return 'later'
  }
}
