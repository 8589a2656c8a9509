import { expect, it, onTestFinished } from 'vitest'
import { write } from '../../database/retry.ts'
import { makePostgres, onBothDatabases } from '../../testing/databases/both-databases.ts'
import { markSent, postpone } from './claim-store.ts'
import { enqueue, enqueueAll } from './delivery-store.ts'
import { claimDigests, DIGEST_INTERVAL_MS } from './digest-claim-store.ts'

const CLAIM = { now: 1_000, earliest: 1_000, until: 2_000, limit: 2 }

onBothDatabases('digests', open => {
  async function start() {
    const { db } = await open()
    const delivery = (recipient: string, albumId: string) => ({
      ...({ channel: 'digest', kind: 'album-added', recipient, body: { albumId } } as const),
      ...{ dedupeKey: `${recipient} ${albumId}`, needsPermission: true },
    })
    const leave = (recipient: string, albumId: string, now: number) =>
      write(db, tx => enqueue(tx, delivery(recipient, albumId), now))
    const claim = (now: number, earliest = now) =>
      write(db, tx => claimDigests(tx, { now, earliest, until: now + 1_000, limit: CLAIM.limit }))
    return { db, delivery, leave, claim }
  }

  it('are not held up by members who have to wait for their next one, however many (NOT-05)', async () => {
    const { db, leave, claim } = await start()
    const sent = ['ada', 'bill', 'cleo', 'dora', 'emil']
    for (const listener of sent) await leave(listener, 'first', 1)
    for (let claimed = await claim(1); claimed.length > 0; claimed = await claim(1)) {
      for (const digest of claimed) await write(db, tx => markSent(tx, digest, 1))
    }
    for (const listener of [...sent, 'zoe']) await leave(listener, 'second', 2_000)
    expect((await claim(2_000)).map(([one]) => one?.recipient)).toEqual(['zoe'])
    expect(await claim(2_000)).toEqual([])
    const later = await claim(1 + DIGEST_INTERVAL_MS)
    expect(later.map(([one]) => one?.recipient)).toEqual(['ada', 'bill'])
  })

  it('are sent although the clock was set back by more than a day', async () => {
    const { leave, claim } = await start()
    await leave('ada', 'first', 1)
    expect(await claim(1 + 2 * DIGEST_INTERVAL_MS)).toEqual([])
    expect(await claim(1 + 2 * DIGEST_INTERVAL_MS, 1)).toMatchObject([[{ recipient: 'ada' }]])
  })

  it('are repeated unchanged if they may have arrived; what is new follows a day later (NOT-05)', async () => {
    const { db, leave, claim } = await start()
    for (const album of ['first', 'second']) await leave('ada', album, 1)
    const [digest = expect.fail()] = await claim(1)
    await write(db, tx => postpone(tx, digest, { notBefore: 10_000, unanswered: true }))
    await leave('ada', 'third', 2_000)
    expect(await claim(9_999)).toEqual([])
    const [again = expect.fail(), ...others] = await claim(10_000)
    expect(others).toEqual([])
    // The first gives the mail its name.
    expect(again.map(({ id, body }) => ({ id, body }))).toEqual(digest.map(({ id, body }) => ({ id, body })))
    // It cannot be sent yet: nothing overtakes it.
    await write(db, tx => postpone(tx, again, { notBefore: 20_000 }))
    expect(await claim(19_999)).toEqual([])
    const [once = expect.fail()] = await claim(20_000)
    expect(once.map(({ id }) => id)).toEqual(digest.map(({ id }) => id))
    await write(db, tx => markSent(tx, once, 20_000))
    expect(await claim(20_001)).toEqual([])
    const next = await claim(20_000 + DIGEST_INTERVAL_MS)
    expect(next.map(mail => mail.map(({ body }) => body))).toEqual([[{ albumId: 'third' }]])
  })

  it('hold at most 500 albums, the oldest first; the rest follows a day later (NOT-05)', async () => {
    const { db, delivery, leave, claim } = await start()
    await leave('ada', 'oldest', 1)
    const many = Array.from({ length: 500 }, (_, n) => delivery('ada', `album ${n}`))
    await write(db, tx => enqueueAll(tx, many, 2))
    const [digest = expect.fail()] = await claim(2)
    expect(digest).toHaveLength(500)
    expect(digest[0]?.body).toEqual({ albumId: 'oldest' })
    await write(db, tx => markSent(tx, digest, 2))
    expect(await claim(3)).toEqual([])
    expect((await claim(2 + DIGEST_INTERVAL_MS)).map(mail => mail.length)).toEqual([1])
  })
})

it('is claimed by one of two processes on PostgreSQL, even if more comes meanwhile (NOT-05)', async () => {
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
