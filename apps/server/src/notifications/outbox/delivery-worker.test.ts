import { expect, it, onTestFinished, vi } from 'vitest'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { updateJob } from '../../jobs/job-store.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import type { Channel } from './channel.ts'
import { claimDue } from './claim-store.ts'
import { enqueue } from './delivery-store.ts'
import { startDeliveryWorkers } from './delivery-worker.ts'

const DAY = 86_400_000
/** However slow the machine is. */
const SOON = { timeout: 20_000 }
const DROPPED_ONE = ['dropped expired deliveries', { count: 1 }]

function start(db: Database, change: Partial<Channel> = {}) {
  const carried: string[] = []
  const channel: Channel = {
    maxConcurrent: 3,
    claim: async (tx, options) => (await claimDue(tx, 'push', options)).map(one => [one]),
    send: async ([{ recipient }]) => {
      carried.push(recipient)
      return 'sent'
    },
    ...change,
  }
  onTestFinished(
    startDeliveryWorkers({ db, channels: [channel], digestDelayMs: 0, deleteOldEmails: async () => {} }),
  )
  return { carried }
}

async function leave(db: Database, recipient: string): Promise<void> {
  const delivery = { channel: 'push', kind: 'message', recipient, body: {}, needsPermission: false } as const
  await write(db, tx => enqueue(tx, { ...delivery, dedupeKey: recipient }))
}

async function leaveExpired(db: Database): Promise<void> {
  await leave(db, 'expired')
  await db.updateTable('deliveries').set({ expires_at: 1 }).execute()
}

function logged() {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  return log
}

onBothDatabases('the delivery worker', open => {
  it('sends what is enqueued after the clock was set back by days', async () => {
    const { db } = await open()
    await leaveExpired(db)
    const log = logged()
    const { carried } = start(db)
    // The first clean-up began before the clock is set back: what is enqueued during it would have expired.
    await expect.poll(() => log.mock.calls, SOON).toContainEqual(DROPPED_ONE)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * DAY })
    onTestFinished(() => void vi.useRealTimers())
    await leave(db, 'phone')
    await expect.poll(() => carried, SOON).toEqual(['phone'])
  })

  it('claims nothing while notifications are paused', async () => {
    const { db } = await open()
    await write(db, tx => updateJob(tx, 'notifications', { paused: 1 }))
    await leaveExpired(db)
    await leave(db, 'phone')
    let isPaused = true
    const claimed: boolean[] = []
    const log = logged()
    const { carried } = start(db, {
      claim: async (tx, options) => {
        claimed.push(isPaused)
        return (await claimDue(tx, 'push', options)).map(one => [one])
      },
    })
    // Clean-ups, which start at the same time, go on.
    await expect.poll(() => log.mock.calls, SOON).toContainEqual(DROPPED_ONE)
    isPaused = false
    await write(db, tx => updateJob(tx, 'notifications', { paused: 0 }))
    await expect.poll(() => carried, SOON).toEqual(['phone'])
    expect(claimed).not.toContain(true)
  })

  it('logs how many deliveries expired', async () => {
    const { db } = await open()
    await leaveExpired(db)
    const log = logged()
    start(db)
    await expect.poll(() => log.mock.calls, SOON).toContainEqual(DROPPED_ONE)
  })

  it.each([
    [
      'with its stack, that is no outage',
      new Error('gone'),
      ['notification worker failed, retrying', expect.objectContaining({ stack: expect.any(String) })],
    ],
    [
      'of an outage',
      Object.assign(new Error('gone'), { code: '57P01' }),
      ['notification worker: database unavailable, retrying', { error: 'gone' }],
    ],
  ])('logs an error once while it lasts, and goes on after it: one %s', async (_kind, error, line) => {
    const { db } = await open()
    const log = logged()
    let claims = 0
    start(db, {
      claim: async () => {
        if (++claims <= 2) throw error
        return []
      },
    })
    await expect.poll(() => claims, SOON).toBeGreaterThan(2)
    expect(log.mock.calls).toEqual([line])
  })
})
