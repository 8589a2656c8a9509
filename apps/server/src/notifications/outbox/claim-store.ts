import type { Selectable } from 'kysely'
import { literal } from '../../database/literal.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import type { ChannelName, DeliveryRow } from '../tables.ts'

/** How long sent deliveries are kept for deduplication; must exceed the digest window. */
const SENT_RETENTION_MS = 172_800_000

/** A delivery that only this process may send until `until`. */
export interface ClaimedDelivery {
  readonly id: string
  readonly kind: string
  readonly recipient: string
  readonly needsPermission: boolean
  readonly body: unknown
  /** Attempts so far, including this one. */
  readonly attempts: number
  /** It was sent once without a response, and may have arrived. */
  readonly isUnconfirmed: boolean
  readonly expiresAt: number
  readonly until: number
}

export interface Moment {
  readonly now: number
  /** Trusted time for expiry; before `now` if the clock was set back. */
  readonly earliest: number
}

export interface ClaimOptions extends Moment {
  readonly until: number
  readonly limit: number
}

/**
 * Claims due deliveries: emails about accounts before announcements, then the oldest first. Processes that claim at the
 * same time get different deliveries.
 */
export async function claimDue(
  tx: Transaction,
  channel: Exclude<ChannelName, 'digest'>,
  { now, earliest, until, limit }: ClaimOptions,
): Promise<ClaimedDelivery[]> {
  const ids: string[] = []
  for (const needsPermission of [false, true]) {
    const due = await dueDeliveries(tx, { channel, needsPermission, now, earliest })
      .select('id')
      .limit(literal(limit - ids.length))
      .execute()
    ids.push(...due.map(row => row.id))
  }
  return claimDeliveries(tx, ids, { now, until })
}

/** Records that deliveries were sent. Their bodies are deleted; their keys stay for deduplication. */
export async function markSent(
  tx: Transaction,
  claimed: readonly ClaimedDelivery[],
  now: number,
): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ sent_at: now, claimed_until: null, body: '{}' })
    .where('id', 'in', idsOf(claimed))
    .execute()
}

/** Releases claims so that the deliveries are retried; leaves those that another process has claimed meanwhile. */
export async function postpone(
  tx: Transaction,
  claimed: readonly ClaimedDelivery[],
  { notBefore, unanswered = false }: { notBefore: number; unanswered?: boolean },
): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ claimed_until: null, not_before: notBefore, ...(unanswered && { unanswered: 1 }) })
    .where('id', 'in', idsOf(claimed))
    .where('claimed_until', 'in', [...new Set(claimed.map(delivery => delivery.until))])
    .execute()
}

/** Deletes deliveries that cannot be sent. The same may be enqueued again. */
export async function dropDeliveries(tx: Transaction, claimed: readonly ClaimedDelivery[]): Promise<void> {
  await tx.deleteFrom('deliveries').where('id', 'in', idsOf(claimed)).execute()
}

/**
 * Deletes deliveries that expired or were sent long ago. Those that may have arrived count as sent.
 * @returns how many expired without being sent
 */
export async function deleteExpiredDeliveries(tx: Transaction, now: number): Promise<number> {
  await tx
    .deleteFrom('deliveries')
    .where('sent_at', '<', now - SENT_RETENTION_MS)
    .execute()
  await tx
    .updateTable('deliveries')
    .set({ sent_at: now, claimed_until: null, body: '{}' })
    .where('unanswered', '=', 1)
    .where('sent_at', 'is', null)
    .where('expires_at', '<=', now)
    .where(({ or, eb }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .execute()
  const expired = await tx
    .deleteFrom('deliveries')
    .where('sent_at', 'is', null)
    .where('expires_at', '<=', now)
    .where(({ or, eb }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .executeTakeFirst()
  return Number(expired.numDeletedRows)
}

const idsOf = (claimed: readonly ClaimedDelivery[]) => claimed.map(delivery => delivery.id)

/** Unexpired deliveries that no process is sending. */
export function unclaimedDeliveries(db: Database, channel: ChannelName, { now, earliest }: Moment) {
  return db
    .selectFrom('deliveries')
    .where('channel', '=', channel)
    .where('sent_at', 'is', null)
    .where('expires_at', '>', earliest)
    .where(({ or, eb }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
}

/** Due deliveries for one channel, oldest first. Reads only as many rows as it returns (index order). */
export function dueDeliveries(
  tx: Transaction,
  { channel, needsPermission, ...moment }: { channel: ChannelName; needsPermission: boolean } & Moment,
) {
  return unclaimedDeliveries(tx, channel, moment)
    .where('needs_permission', '=', needsPermission ? 1 : 0)
    .where('not_before', '<=', moment.now)
    .orderBy('not_before')
    .orderBy('id')
}

/** Claims those of the deliveries that no other process has claimed meanwhile: the update checks each row again. */
export async function claimDeliveries(
  tx: Transaction,
  ids: readonly string[],
  { now, until }: { now: number; until: number },
): Promise<ClaimedDelivery[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .updateTable('deliveries')
    .set(eb => ({ claimed_until: until, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', ids)
    .where('sent_at', 'is', null)
    .where(({ or, eb }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .returningAll()
    .execute()
  return rows
    .sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))
    .map(row => toClaimed(row, until))
}

function toClaimed(row: Selectable<DeliveryRow>, until: number): ClaimedDelivery {
  return {
    id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    needsPermission: row.needs_permission === 1,
    body: JSON.parse(row.body),
    attempts: row.attempts,
    isUnconfirmed: row.unanswered === 1,
    expiresAt: row.expires_at,
    until,
  }
}
