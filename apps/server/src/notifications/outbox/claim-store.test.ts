import { expect, it, vi } from 'vitest'
import { write } from '../../database/retry.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { explainQuery, type Query } from '../../testing/databases/query-plan.ts'
import type { ChannelName } from '../tables.ts'
import { claimDue } from './claim-store.ts'
import { enqueueAll, type NewDelivery } from './delivery-store.ts'
import { claimDigests } from './digest-claim-store.ts'

const mail = (
  recipient: string,
  notBefore: number,
  needsPermission: boolean,
  channel: ChannelName = 'mail',
): NewDelivery => ({
  channel,
  kind: 'message',
  recipient,
  body: {},
  dedupeKey: recipient,
  needsPermission,
  notBefore,
})

onBothDatabases('what is due', open => {
  it('are claimed oldest first, emails about accounts before announcements', async () => {
    const { db } = await open()
    const mails = [
      mail('mass 2', 2, true),
      mail('account 9', 9, false),
      mail('mass 1', 1, true),
      mail('account 8', 8, false),
      mail('mass 3', 3, true),
      mail('account 11', 11, false),
    ]
    await write(db, tx => enqueueAll(tx, mails, 1))
    const claim = async () => {
      const claimed = await write(db, tx =>
        claimDue(tx, 'mail', { now: 10, earliest: 10, until: 1_000, limit: 3 }),
      )
      return claimed.map(({ recipient }) => recipient).toSorted()
    }
    expect(await claim()).toEqual(['account 8', 'account 9', 'mass 1'])
    expect(await claim()).toEqual(['mass 2', 'mass 3'])
    expect(await claim()).toEqual([])
  })

  it('are found through an index, in its order', async () => {
    const opened = await open()
    const reads: Query[] = []
    await write(opened.db, async tx => {
      await enqueueAll(tx, [mail('one', 1, true, 'digest')], 1)
      const executor = tx.getExecutor()
      const run = executor.executeQuery.bind(executor)
      vi.spyOn(executor, 'executeQuery').mockImplementation((query, ...rest) => {
        reads.push(query)
        return run(query, ...rest)
      })
      await claimDue(tx, 'push', { now: 10, earliest: 10, until: 1_000, limit: 3 })
      expect(await claimDigests(tx, { now: 10, earliest: 10, until: 1_000, limit: 3 })).toHaveLength(1)
    })
    const looks = reads.filter(({ sql }) => /^select .*"not_before" <= /s.test(sql))
    expect(looks).toHaveLength(3)
    for (const look of looks) {
      const plan = await explainQuery(opened, look)
      expect(plan).toMatch(/deliveries_waiting/)
      expect(plan).not.toMatch(/TEMP B-TREE|Sort\b|SCAN deliveries/)
    }
    expect(await explainQuery(opened, looks[2] as Query)).toMatch(
      /deliveries_claimed.*deliveries_unanswered/s,
    )
  })
})
