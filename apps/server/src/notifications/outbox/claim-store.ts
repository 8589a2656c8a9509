import type { Selectable } from 'kysely'
import { literal } from '../../database/literal.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import type { ChannelName, DeliveryRow } from '../tables.ts'

/** How long sent deliveries are kept for deduplication; must exceed the digest window. */
const SENT_RETENTION_MS = 172_800_000

/** What this process alone may send until `until`. */
export interface ClaimedDelivery {
  readonly id: string
  readonly kind: string
  readonly recipient: string
  readonly needsPermission: boolean
  readonly body: unknown
  /** How often it was tried, with this time. */
  readonly attempts: number
  /** Whether it was perhaps sent before. */
  readonly isUnconfirmed: boolean
  readonly expiresAt: number
  readonly until: number
}

export interface Moment {
  readonly now: number
  /** Judges what has expired; before `now` when the clock was set back. */
  readonly earliest: number
}

export interface ClaimOptions extends Moment {
  readonly until: number
  readonly limit: number
}

/**
 * Claims what is due: what is of an account itself before what goes to many, then the longest due first. Of two
 * processes that ask at once each gets what the other does not.
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

/** Sent. What it said is not kept; its key is, for a while. */
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

/** Given back, to be tried again; not where another process has claimed it meanwhile. */
export async function postpone(
  tx: Transaction,
  claimed: readonly ClaimedDelivery[],
  { notBefore, unanswered = false }: { notBefore: number; unanswered?: boolean },
): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ claimed_until: null, not_before: notBefore, ...(unanswered && { unanswered: 1 }) })
    .where('id', 'in', idsOf(claimed))
    .where('claimed_until', 'in', [...new Set(claimed.map(one => one.until))])
    .execute()
}

/** Never to be sent: there is nobody to send it to, or nothing to say. What was never sent may be enqueued again. */
export async function dropDeliveries(tx: Transaction, claimed: readonly ClaimedDelivery[]): Promise<void> {
  await tx.deleteFrom('deliveries').where('id', 'in', idsOf(claimed)).execute()
}

/**
 * Takes out what could not be sent in time, and what was sent long ago. What was perhaps sent counts as sent.
 * @returns how many were not sent
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
  const late = await tx
    .deleteFrom('deliveries')
    .where('sent_at', 'is', null)
    .where('expires_at', '<=', now)
    .where(({ or, eb }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .executeTakeFirst()
  return Number(late.numDeletedRows)
}

const idsOf = (claimed: readonly ClaimedDelivery[]) => claimed.map(one => one.id)

/** What nobody is sending. */
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

/** Those of the deliveries that nobody else has claimed meanwhile: the database looks at each row once more. */
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
