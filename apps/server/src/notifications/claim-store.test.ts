import { expect, it, onTestFinished } from 'vitest'
import { write } from '../database/retry.ts'
import { makePostgres } from '../testing/databases.ts'
import { claimDigests } from './claim-store.ts'
import { enqueue } from './delivery-store.ts'

const CLAIM = { now: 1_000, until: 2_000, most: 2 }

it('of two processes on PostgreSQL one gathers what waits for a listener, also where more comes meanwhile (NOT-05)', async () => {
  const {
    open: { db },
    end,
  } = await makePostgres()
  onTestFinished(end)
  const user = { id: 'ada', name: 'Ada', email: 'ada@example.org', folded_email: 'ada@example.org' }
  const rest = { password_hash: null, profile_path: '', google_sub: null, created_at: 1 }
  await db
    .insertInto('users')
    .values({ ...user, ...rest })
    .execute()
  const leave = (albumId: string) => {
    const delivery = { channel: 'digest', kind: 'album-added', recipient: 'ada', body: { albumId } } as const
    return write(db, tx => enqueue(tx, { ...delivery, dedupeKey: albumId, needsPermission: true }, 1))
  }
  await leave('first')
  const claimed = Promise.withResolvers<number>()
  const more = Promise.withResolvers<void>()
  const one = db.transaction().execute(async tx => {
    claimed.resolve((await claimDigests(tx, CLAIM)).length)
    await more.promise
  })
  expect(await claimed.promise).toBe(1)
  await leave('second')
  const other = write(db, tx => claimDigests(tx, CLAIM))
  // It has looked by then, or waits for the first.
  await new Promise(resolve => setTimeout(resolve, 300))
  more.resolve()
  await one
  expect(await other).toEqual([])
})
