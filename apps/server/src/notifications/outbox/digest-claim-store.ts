import { CHUNK_SIZE } from '../../database/in-chunks.ts'
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
/** Due deliveries read per batch: more than are sent, since some recipients have to wait. */
const CANDIDATES = 100

/**
 * Claims digests: everything that waits for a recipient as soon as some of it is due. Recipients who got a digest within
 * the interval are postponed to its end. A digest that may have arrived is repeated by itself and first, unchanged and
 * under the same id, so that mail programs recognise it.
 */
export async function claimDigests(
  tx: Transaction,
  { now, earliest, until, limit }: ClaimOptions,
): Promise<ClaimedDelivery[][]> {
  const digests: ClaimedDelivery[][] = []
  for (const recipient of await findDue(tx, { now, earliest })) {
    if (digests.length === limit) break
    // A second process waits here until the first has claimed.
    await lockUser(tx, recipient)
    if (await isInProgress(tx, recipient, now)) continue
    const last = await readLastDigest(tx, recipient)
    if (last !== undefined && last + DIGEST_INTERVAL_MS > now) {
      await postponeDigest(tx, recipient, last + DIGEST_INTERVAL_MS)
      continue
    }
    const digest = await claimDeliveries(tx, await findDigest(tx, recipient, { now, earliest }), {
      now,
      until,
    })
    if (digest.length > 0) digests.push(digest)
  }
  return digests
}

/** Recipients with due deliveries, always in the same order: processes that lock several cannot deadlock. */
async function findDue(tx: Transaction, { now, earliest }: Moment): Promise<string[]> {
  const due = await dueDeliveries(tx, { channel: 'digest', needsPermission: true, now, earliest })
    .select('recipient')
    // Recipients who have to wait anyway must not crowd out others.
    .where('recipient', 'not in', claimed(tx, now).select('recipient'))
    .where('recipient', 'not in', unanswered(tx, now).select('recipient'))
    .limit(literal(CANDIDATES))
    .execute()
  return [...new Set(due.map(row => row.recipient))].sort()
}

/** Ids of what goes into one digest: at most what one statement takes, the rest goes into the next. */
async function findDigest(tx: Transaction, recipient: string, moment: Moment): Promise<string[]> {
  const waiting = await unclaimedDeliveries(tx, 'digest', moment)
    .select(['id', 'unanswered'])
    .where('recipient', '=', recipient)
    .orderBy('unanswered', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .limit(literal(CHUNK_SIZE))
    .execute()
  return waiting.filter(row => row.unanswered === waiting[0]?.unanswered).map(row => row.id)
}

/** Whether an earlier digest is being sent, or may have arrived. */
async function isInProgress(tx: Transaction, recipient: string, now: number): Promise<boolean> {
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

/** Being sent by a process. */
function claimed(tx: Transaction, now: number) {
  return unsent(tx).where('claimed_until', '>', now)
}

/** May have arrived; waiting to be sent again. */
function unanswered(tx: Transaction, now: number) {
  // A literal: the partial index requires it.
  return unsent(tx).where('unanswered', '=', literal(1)).where('not_before', '>', now)
}

function unsent(tx: Transaction) {
  return tx.selectFrom('deliveries').where('channel', '=', 'digest').where('sent_at', 'is', null)
}

/** Locks the user's row until the transaction ends. */
async function lockUser(tx: Transaction, recipient: string): Promise<void> {
  await tx
    .updateTable('users')
    .set(eb => ({ created_at: eb.ref('created_at') }))
    .where('id', '=', recipient)
    .execute()
}

/** When the last digest was sent to a recipient. */
async function readLastDigest(tx: Transaction, recipient: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('deliveries')
    .select(eb => eb.fn.max('sent_at').as('last'))
    .where('recipient', '=', recipient)
    .where('channel', '=', 'digest')
    .executeTakeFirst()
  return row?.last ?? undefined
}

/** Postpones what waits for a recipient; it expires one interval later. */
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
