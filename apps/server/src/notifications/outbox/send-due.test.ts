import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { migrate } from '../../database/migrate.ts'
import { DATABASE_FILE, openDatabase } from '../../database/open.ts'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import type { Channel, DeliveryOutcome } from './channel.ts'
import { claimDue, deleteExpiredDeliveries } from './claim-store.ts'
import { enqueue, type NewDelivery } from './delivery-store.ts'
import { CLAIM_MS, sendDue } from './send-due.ts'

const START = Date.UTC(2026, 0, 1)
const DAY = 86_400_000
const HOUR = 3_600_000

/** A way on which everything has the same outcome. */
function carrying(outcome: () => DeliveryOutcome | Promise<DeliveryOutcome>) {
  const carried: string[] = []
  const channel: Channel = {
    maxConcurrent: 3,
    claim: async (tx, options) => (await claimDue(tx, 'push', options)).map(one => [one]),
    send: async ([{ recipient }]) => {
      carried.push(recipient)
      return outcome()
    },
  }
  return { channel, carried }
}

async function leave(db: Database, recipient: string, given: Partial<NewDelivery> = {}): Promise<void> {
  const delivery = { channel: 'push', kind: 'message', recipient, body: {}, needsPermission: false } as const
  await write(db, tx => enqueue(tx, { ...delivery, dedupeKey: recipient, ...given }, START))
}

const count = async (db: Database) => (await db.selectFrom('deliveries').select('id').execute()).length

onBothDatabases('deliveries', open => {
  it('are sent once, however often they are enqueued', async () => {
    const { db } = await open()
    await leave(db, 'one')
    await leave(db, 'one')
    const { channel, carried } = carrying(() => 'sent')
    expect(await sendDue(db, channel, START)).toBe(1)
    await leave(db, 'one')
    expect(await sendDue(db, channel, START + HOUR)).toBe(0)
    expect(carried).toEqual(['one'])
  })

  it('are sent by one of several processes', async () => {
    const { db } = await open()
    for (let n = 0; n < 9; n++) await leave(db, `device ${n}`)
    const slow = () => new Promise<DeliveryOutcome>(resolve => setTimeout(() => resolve('sent'), 20))
    const { channel, carried } = carrying(slow)
    const process = async () => {
      while ((await sendDue(db, channel, START)) > 0);
    }
    await Promise.all([process(), process(), process()])
    expect(carried.toSorted()).toEqual(Array.from({ length: 9 }, (_, n) => `device ${n}`))
  })

  it('wait twice as long after each failure and are dropped after a day', async () => {
    const { db } = await open()
    await leave(db, 'one')
    const { channel, carried } = carrying(() => 'later')
    const tries: number[] = []
    for (let now = START; now < START + 2 * DAY; now += 1_000) {
      const { due } = await db
        .selectFrom('deliveries')
        .select(eb => eb.fn.max('not_before').as('due'))
        .executeTakeFirstOrThrow()
      now = Math.max(now, Math.min(due ?? Number.POSITIVE_INFINITY, START + 2 * DAY))
      if ((await sendDue(db, channel, now)) > 0) tries.push(now - START)
      else break
    }
    expect(tries.slice(0, 2)).toEqual([0, expect.closeTo(3_750, -4)])
    const pauses = tries.slice(1).map((at, n) => at - (tries[n] as number))
    for (const [n, pause] of pauses.entries()) {
      const longest = Math.min(HOUR, 5_000 * 2 ** n)
      expect(pause).toBeGreaterThanOrEqual(longest / 2)
      expect(pause).toBeLessThanOrEqual(longest + 1_000)
    }
    expect(tries.at(-1)).toBeLessThan(DAY)
    expect(tries.length).toBeGreaterThan(20)
    expect(carried).toHaveLength(tries.length)
    expect(await write(db, tx => deleteExpiredDeliveries(tx, START + DAY))).toBe(1)
    expect(await count(db)).toBe(0)
  })

  it('are repeated once after an hour if they may have arrived, and then count as sent', async () => {
    const { db } = await open()
    await leave(db, 'one')
    const { channel, carried } = carrying(() => 'unanswered')
    await sendDue(db, channel, START)
    expect(await sendDue(db, channel, START + HOUR - 1)).toBe(0)
    expect(await sendDue(db, channel, START + HOUR + 60_000)).toBe(1)
    expect(await sendDue(db, channel, START + 5 * HOUR)).toBe(0)
    expect(carried).toEqual(['one', 'one'])
    await leave(db, 'one')
    expect(await sendDue(db, channel, START + 5 * HOUR)).toBe(0)
  })

  it('count as sent if they may have arrived and can no longer be sent: they are not enqueued again (PROP-55)', async () => {
    const { db } = await open()
    for (const recipient of ['left', 'late']) await leave(db, recipient)
    await sendDue(db, carrying(() => 'unanswered').channel, START)
    const left = (given: readonly [{ recipient: string }, ...unknown[]]): DeliveryOutcome =>
      given[0].recipient === 'left' ? 'gone' : 'later'
    const channel: Channel = { ...carrying(() => 'sent').channel, send: async given => left(given) }
    await sendDue(db, channel, START + HOUR + 60_000)
    expect(await write(db, tx => deleteExpiredDeliveries(tx, START + DAY))).toBe(0)
    for (const recipient of ['left', 'late']) await leave(db, recipient)
    const { channel: again, carried } = carrying(() => 'sent')
    expect(await sendDue(db, again, START + DAY)).toBe(0)
    expect(carried).toEqual([])
  })

  it('are taken over by another process when one has died', async () => {
    const { db } = await open()
    await leave(db, 'one')
    await write(db, tx =>
      claimDue(tx, 'push', { now: START, earliest: START, until: START + CLAIM_MS, limit: 1 }),
    )
    const { channel, carried } = carrying(() => 'sent')
    expect(await sendDue(db, channel, START + CLAIM_MS - 1)).toBe(0)
    expect(await sendDue(db, channel, START + CLAIM_MS)).toBe(1)
    expect(carried).toEqual(['one'])
  })

  it('are not held up by one that cannot be composed', async () => {
    const { db } = await open()
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    await leave(db, 'broken')
    await leave(db, 'whole')
    const channel: Channel = {
      ...carrying(() => 'sent').channel,
      send: async ([{ recipient }]) => {
        if (recipient === 'broken') throw new Error('no words')
        return 'sent'
      },
    }
    await sendDue(db, channel, START)
    const sent = await db
      .selectFrom('deliveries')
      .select('recipient')
      .where('sent_at', 'is not', null)
      .execute()
    expect(sent).toEqual([{ recipient: 'whole' }])
    expect(said).toHaveBeenCalledOnce()
    said.mockRestore()
  })

  it('lose their body when sent and are deleted two days later', async () => {
    const { db } = await open()
    await leave(db, 'one', { body: { title: 'Secret' } })
    await sendDue(db, carrying(() => 'sent').channel, START)
    expect(JSON.stringify(await db.selectFrom('deliveries').selectAll().execute())).not.toContain('Secret')
    await write(db, tx => deleteExpiredDeliveries(tx, START + 2 * DAY))
    expect(await count(db)).toBe(1)
    await write(db, tx => deleteExpiredDeliveries(tx, START + 2 * DAY + 1))
    expect(await count(db)).toBe(0)
  })

  it('are deleted if the recipient is gone', async () => {
    const { db } = await open()
    await leave(db, 'one')
    await sendDue(db, carrying(() => 'gone').channel, START)
    expect(await count(db)).toBe(0)
  })
})

it('does not send again when another process locks the embedded database for a while', async () => {
  const dataDir = temporaryFolder()
  const open = openDatabase({ databaseUrl: '', dataDir })
  onTestFinished(() => open.close())
  await migrate(open)
  const { db } = open
  await leave(db, 'one')
  const other = new DatabaseSync(join(dataDir, DATABASE_FILE))
  onTestFinished(() => other.close())
  const { channel, carried } = carrying(() => {
    other.exec('begin immediate')
    return 'sent'
  })
  const sending = sendDue(db, channel, START)
  // Longer than a write waits.
  await wait(3_000)
  other.exec('rollback')
  await sending
  expect(await sendDue(db, channel, START + 2 * HOUR)).toBe(0)
  expect(carried).toEqual(['one'])
})
