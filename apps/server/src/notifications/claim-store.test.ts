import { expect, it, onTestFinished } from 'vitest'
import { write } from '../database/retry.ts'
import { makePostgres, onBothDatabases } from '../testing/databases.ts'
import { claimDigests, DIGEST_EVERY_MS, markSent } from './claim-store.ts'
import { enqueue } from './delivery-store.ts'

const CLAIM = { now: 1_000, until: 2_000, most: 2 }

onBothDatabases('mail that is gathered', open => {
  it('is not held up by listeners who wait for their next one, however many (NOT-05)', async () => {
    const { db } = await open()
    const leave = (recipient: string, albumId: string, now: number) => {
      const delivery = { channel: 'digest', kind: 'album-added', recipient, body: { albumId } } as const
      const dedupeKey = `${recipient} ${albumId}`
      return write(db, tx => enqueue(tx, { ...delivery, dedupeKey, needsPermission: true }, now))
    }
    const claim = (now: number) =>
      write(db, tx => claimDigests(tx, { now, until: now + 1_000, most: CLAIM.most }))
    const sent = ['ada', 'bill', 'cleo', 'dora', 'emil']
    for (const listener of sent) await leave(listener, 'first', 1)
    for (let claimed = await claim(1); claimed.length > 0; claimed = await claim(1)) {
      for (const digest of claimed) await write(db, tx => markSent(tx, digest, 1))
    }
    for (const listener of [...sent, 'zoe']) await leave(listener, 'second', 2_000)
    expect((await claim(2_000)).map(([one]) => one?.recipient)).toEqual(['zoe'])
    expect(await claim(2_000)).toEqual([])
    const later = await claim(1 + DIGEST_EVERY_MS)
    expect(later.map(([one]) => one?.recipient)).toEqual(['ada', 'bill'])
  })
})

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
