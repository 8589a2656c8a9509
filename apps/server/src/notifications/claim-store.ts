import type { Selectable } from 'kysely'
import { literal } from '../database/literal.ts'
import type { Database, Transaction } from '../database/tables.ts'
import type { Channel, DeliveryRow } from './tables.ts'

/** Of what is gathered a listener is sent one mail in so long. */
export const DIGEST_EVERY_MS = 86_400_000
/** What is sent stays so long, so that it is not enqueued again; longer than what is gathered looks back. */
const SENT_STAYS_MS = 172_800_000
/** So many listeners are looked at for one batch of digests: those who have to wait leave the places to others. */
const LOOKED_AT = 100

/** What this process alone may send until `until`. */
export interface Claimed {
  readonly id: string
  readonly kind: string
  readonly recipient: string
  readonly needsPermission: boolean
  readonly body: unknown
  /** How often it was tried, with this time. */
  readonly attempts: number
  /** Whether it was perhaps sent before. */
  readonly unanswered: boolean
  readonly expiresAt: number
  readonly until: number
}

export interface ClaimOptions {
  readonly now: number
  readonly until: number
  readonly most: number
}

/** Claims what is due, the longest due first. Of two processes that ask at once each gets what the other does not. */
export async function claimDue(
  tx: Transaction,
  channel: Exclude<Channel, 'digest'>,
  { now, until, most }: ClaimOptions,
): Promise<Claimed[]> {
  const due = await unclaimed(tx, channel, now)
    .select('id')
    .where('not_before', '<=', now)
    .orderBy('not_before')
    .orderBy('id')
    .limit(literal(most))
    .execute()
  return claim(
    tx,
    due.map(row => row.id),
    { now, until },
  )
}

/**
 * Claims all that waits for each listener of whom some is due. Who was sent a mail within a day waits until that is
 * over: nothing is claimed then, and it is due later.
 */
export async function claimDigests(
  tx: Transaction,
  { now, until, most }: ClaimOptions,
): Promise<Claimed[][]> {
  const due = await unclaimed(tx, 'digest', now)
    .select('recipient')
    .distinct()
    .where('not_before', '<=', now)
    // They would take the places of others.
    .where('recipient', 'not in', underWay(tx, now).select('under_way.recipient'))
    .orderBy('recipient')
    .limit(literal(LOOKED_AT))
    .execute()
  const digests: Claimed[][] = []
  for (const { recipient } of due) {
    if (digests.length === most) break
    // Of two processes the second looks once the first has claimed.
    await holdListener(tx, recipient)
    if (await isUnderWay(tx, recipient, now)) continue
    const last = await readLastDigest(tx, recipient)
    if (last !== undefined && last + DIGEST_EVERY_MS > now) {
      await putOff(tx, recipient, last + DIGEST_EVERY_MS)
      continue
    }
    const waiting = await unclaimed(tx, 'digest', now)
      .select('id')
      .where('recipient', '=', recipient)
      .orderBy('id')
      .execute()
    const claimed = await claim(
      tx,
      waiting.map(row => row.id),
      { now, until },
    )
    if (claimed.length > 0) digests.push(claimed)
  }
  return digests
}

/** Sent. What it said is not kept; its key is, for a while. */
export async function markSent(tx: Transaction, claimed: readonly Claimed[], now: number): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ sent_at: now, claimed_until: null, body: '{}' })
    .where('id', 'in', idsOf(claimed))
    .execute()
}

/** Given back, to be tried again; not where another process has claimed it meanwhile. */
export async function postpone(
  tx: Transaction,
  claimed: readonly Claimed[],
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
export async function dropDeliveries(tx: Transaction, claimed: readonly Claimed[]): Promise<void> {
  await tx.deleteFrom('deliveries').where('id', 'in', idsOf(claimed)).execute()
}

/**
 * Takes out what could not be sent in time, and what was sent long ago. What was perhaps sent counts as sent.
 * @returns how many were not sent
 */
export async function sweepDeliveries(tx: Transaction, now: number): Promise<number> {
  await tx
    .deleteFrom('deliveries')
    .where('sent_at', '<', now - SENT_STAYS_MS)
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

const idsOf = (claimed: readonly Claimed[]) => claimed.map(one => one.id)

function unclaimed(db: Database, channel: Channel, now: number) {
  return db
    .selectFrom('deliveries')
    .where('channel', '=', channel)
    .where('sent_at', 'is', null)
    .where('expires_at', '>', now)
    .where(({ or, eb }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
}

/** Those of the deliveries that nobody else has claimed meanwhile: the database looks at each row once more. */
async function claim(
  tx: Transaction,
  ids: readonly string[],
  { now, until }: { now: number; until: number },
): Promise<Claimed[]> {
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

function toClaimed(row: Selectable<DeliveryRow>, until: number): Claimed {
  return {
    id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    needsPermission: row.needs_permission === 1,
    body: JSON.parse(row.body),
    attempts: row.attempts,
    unanswered: row.unanswered === 1,
    expiresAt: row.expires_at,
    until,
  }
}

/** True while another process sends the listener what was there before. */
async function isUnderWay(tx: Transaction, recipient: string, now: number): Promise<boolean> {
  const row = await underWay(tx, now)
    .select('under_way.id')
    .where('under_way.recipient', '=', recipient)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function underWay(tx: Transaction, now: number) {
  return tx
    .selectFrom('deliveries as under_way')
    .where('under_way.channel', '=', 'digest')
    .where('under_way.sent_at', 'is', null)
    .where('under_way.claimed_until', '>', now)
}

/** Holds the account until the transaction ends; nothing where it is gone. */
async function holdListener(tx: Transaction, recipient: string): Promise<void> {
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
async function putOff(tx: Transaction, recipient: string, until: number): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ not_before: until, expires_at: until + DIGEST_EVERY_MS })
    .where('recipient', '=', recipient)
    .where('channel', '=', 'digest')
    .where('sent_at', 'is', null)
    .where('not_before', '<', until)
    .execute()
}
