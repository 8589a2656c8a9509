import { CHUNK } from '../../database/in-chunks.ts'
import { literal } from '../../database/literal.ts'
import type { Transaction } from '../../database/tables.ts'
import {
  type ClaimedDelivery,
  type ClaimOptions,
  claimDeliveries,
  dueDeliveries,
  type Moment,
  unclaimedDeliveries,
} from './claim-store.ts'

/** Minimum interval between two digests to the same listener. */
export const DIGEST_INTERVAL_MS = 86_400_000
/** So much of what is due is looked at for one batch: listeners who have to wait leave the places to others. */
const LOOKED_AT = 100

/**
 * Claims what waits for each listener of whom some is due. Who was sent a mail within a day waits until that is
 * over: nothing is claimed then, and it is due later. What was perhaps sent goes again by itself, and before anything
 * else: it has the name it had, and says what it said.
 */
export async function claimDigests(
  tx: Transaction,
  { now, earliest, until, limit }: ClaimOptions,
): Promise<ClaimedDelivery[][]> {
  const digests: ClaimedDelivery[][] = []
  for (const recipient of await findDue(tx, { now, earliest })) {
    if (digests.length === limit) break
    // Of two processes the second looks once the first has claimed.
    await lockUser(tx, recipient)
    if (await isUnderWay(tx, recipient, now)) continue
    const last = await readLastDigest(tx, recipient)
    if (last !== undefined && last + DIGEST_INTERVAL_MS > now) {
      await postponeDigest(tx, recipient, last + DIGEST_INTERVAL_MS)
      continue
    }
    const digest = await claimDeliveries(tx, await findOneMail(tx, recipient, { now, earliest }), {
      now,
      until,
    })
    if (digest.length > 0) digests.push(digest)
  }
  return digests
}

/** Listeners of whom some is due, always in one order: of processes that hold several no two wait for each other. */
async function findDue(tx: Transaction, { now, earliest }: Moment): Promise<string[]> {
  const due = await dueDeliveries(tx, { channel: 'digest', needsPermission: true, now, earliest })
    .select('recipient')
    // They would take the places of others.
    .where('recipient', 'not in', claimed(tx, now).select('recipient'))
    .where('recipient', 'not in', unanswered(tx, now).select('recipient'))
    .limit(literal(LOOKED_AT))
    .execute()
  return [...new Set(due.map(row => row.recipient))].sort()
}

/** Ids of what goes to a listener in one mail: as much as a statement takes, the rest in the next one. */
async function findOneMail(tx: Transaction, recipient: string, moment: Moment): Promise<string[]> {
  const waiting = await unclaimedDeliveries(tx, 'digest', moment)
    .select(['id', 'unanswered'])
    .where('recipient', '=', recipient)
    .orderBy('unanswered', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .limit(literal(CHUNK))
    .execute()
  return waiting.filter(row => row.unanswered === waiting[0]?.unanswered).map(row => row.id)
}

/** True while a listener is sent what was there before, or it is open whether they were. */
async function isUnderWay(tx: Transaction, recipient: string, now: number): Promise<boolean> {
  for (const query of [claimed(tx, now), unanswered(tx, now)]) {
    const row = await query
      .select('id')
      .where('recipient', '=', recipient)
      .limit(literal(1))
      .executeTakeFirst()
    if (row) return true
  }
  return false
}

/** What a process is sending. */
function claimed(tx: Transaction, now: number) {
  return unsent(tx).where('claimed_until', '>', now)
}

/** What was perhaps sent and waits to go again. */
function unanswered(tx: Transaction, now: number) {
  // Written out: the index is of these alone.
  return unsent(tx).where('unanswered', '=', literal(1)).where('not_before', '>', now)
}

function unsent(tx: Transaction) {
  return tx.selectFrom('deliveries').where('channel', '=', 'digest').where('sent_at', 'is', null)
}

/** Holds the account until the transaction ends; nothing where it is gone. */
async function lockUser(tx: Transaction, recipient: string): Promise<void> {
  await tx
    .updateTable('users')
    .set(eb => ({ created_at: eb.ref('created_at') }))
    .where('id', '=', recipient)
    .execute()
}

/** When a listener was sent the last one. */
async function readLastDigest(tx: Transaction, recipient: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('deliveries')
    .select(eb => eb.fn.max('sent_at').as('last'))
    .where('recipient', '=', recipient)
    .where('channel', '=', 'digest')
    .executeTakeFirst()
  return row?.last ?? undefined
}

/** What waits for a listener is due at `until`, and has a day from then on. */
async function postponeDigest(tx: Transaction, recipient: string, until: number): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ not_before: until, expires_at: until + DIGEST_INTERVAL_MS })
    .where('recipient', '=', recipient)
    .where('channel', '=', 'digest')
    .where('sent_at', 'is', null)
    .where('not_before', '<', until)
    .execute()
}
