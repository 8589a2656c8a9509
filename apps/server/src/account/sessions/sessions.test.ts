import { expect, it, onTestFinished, vi } from 'vitest'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { startSession } from '../sign-in/sign-in.ts'
import { insertUser } from '../user-store.ts'
import { Sessions } from './sessions.ts'
import { createToken, hashToken } from './token.ts'

const HOUR = 3_600_000
/** Believes whatever the tests pretend. */
const BELIEVER = { earliest: () => Date.now(), latest: () => Date.now() }
const DAY = 24 * HOUR
/** However slow the machine is. */
const SOON = { timeout: 10_000 }

async function addUser(db: Database, id: string): Promise<string> {
  const email = `${id}@example.org`
  const rest = { password_hash: null, profile_path: '', google_sub: null, created_at: 0 }
  await write(db, tx => insertUser(tx, { id, name: id, email, folded_email: email, ...rest }))
  return id
}

const start = (db: Database, user: string) =>
  write(db, tx => startSession(tx, user, { address: '192.0.2.1', userAgent: '' }))

function pretendNow(at: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: at })
  onTestFinished(() => void vi.useRealTimers())
}

async function lastUse(db: Database): Promise<number> {
  return (await db.selectFrom('sessions').select('last_used_at').executeTakeFirstOrThrow()).last_used_at
}

onBothDatabases('sessions', open => {
  it('are identified by a token of 256 bits that is stored nowhere (PROP-08)', async () => {
    const { db } = await open()
    const sessions = new Sessions(db, undefined, BELIEVER)
    const token = await start(db, await addUser(db, 'ada'))
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(await sessions.find(token)).toMatchObject({ userId: 'ada' })
    expect(await sessions.find(createToken())).toBeUndefined()
    expect(await sessions.find(hashToken(token))).toBeUndefined()
    const rows = await db.selectFrom('sessions').select('token_hash').execute()
    expect(rows).toEqual([{ token_hash: hashToken(token) }])
  })

  it('expire after 14 days unused or 30 days in total (PROP-08, CON-22)', async () => {
    const { db } = await open()
    const sessions = new Sessions(db, undefined, BELIEVER)
    const began = Date.now()
    const token = await start(db, await addUser(db, 'ada'))
    const find = async (after: number) => {
      pretendNow(began + after)
      return (await sessions.find(token))?.userId
    }
    expect(await find(14 * DAY - HOUR)).toBe('ada')
    await expect.poll(() => lastUse(db)).toBe(began + 14 * DAY - HOUR)
    expect(await find(28 * DAY - 2 * HOUR)).toBe('ada')
    await expect.poll(() => lastUse(db)).toBe(began + 28 * DAY - 2 * HOUR)
    expect(await find(30 * DAY - HOUR)).toBe('ada')
    expect(await find(30 * DAY + HOUR)).toBeUndefined()
    const idle = await start(db, 'ada')
    pretendNow(Date.now() + 14 * DAY + HOUR)
    expect(await sessions.find(idle)).toBeUndefined()
  })

  it('store their last use at most once an hour', async () => {
    const { db } = await open()
    const sessions = new Sessions(db, undefined, BELIEVER)
    const token = await start(db, await addUser(db, 'ada'))
    const began = await lastUse(db)
    pretendNow(began + HOUR - 1)
    await sessions.find(token)
    pretendNow(began + HOUR)
    await sessions.find(token)
    await expect.poll(() => lastUse(db)).toBe(began + HOUR)
  })

  it('are limited to 20 per listener; the least recently used is deleted', async () => {
    const { db } = await open()
    const sessions = new Sessions(db, undefined, BELIEVER)
    await addUser(db, 'ada')
    const grace = await start(db, await addUser(db, 'grace'))
    const began = Date.now()
    const tokens = []
    for (let n = 0; n < 20; n++) {
      pretendNow(began + n)
      tokens.push(await start(db, 'ada'))
    }
    await db
      .updateTable('sessions')
      .set({ last_used_at: began + 100 })
      .where('token_hash', '=', hashToken(tokens[0] as string))
      .execute()
    pretendNow(began + 200)
    tokens.push(await start(db, 'ada'))
    const found = await Promise.all(tokens.map(token => sessions.find(token)))
    expect(found.map(one => one !== undefined)).toEqual(tokens.map((_, n) => n !== 1))
    expect(await sessions.find(grace)).toMatchObject({ userId: 'grace' })
  })

  it('are swept after they end', async () => {
    const { db } = await open()
    const sessions = new Sessions(db, undefined, BELIEVER)
    await addUser(db, 'ada')
    const [old, idle, live] = [await start(db, 'ada'), await start(db, 'ada'), await start(db, 'ada')]
    const now = Date.now()
    const set = (token: string, change: object) =>
      db.updateTable('sessions').set(change).where('token_hash', '=', hashToken(token)).execute()
    await set(old, { created_at: now - 30 * DAY })
    await set(idle, { last_used_at: now - 14 * DAY })
    await sessions.sweep()
    const rows = await db.selectFrom('sessions').select('token_hash').execute()
    expect(rows).toEqual([{ token_hash: hashToken(live) }])
    expect(await db.selectFrom('sign_in_addresses').selectAll().execute()).toHaveLength(1)
    await db
      .updateTable('sign_in_addresses')
      .set({ last_at: now - 90 * DAY })
      .execute()
    await sessions.sweep()
    expect(await db.selectFrom('sign_in_addresses').selectAll().execute()).toEqual([])
  })

  it('end at once while the database is unavailable, and for other processes once it is back', async () => {
    const { db } = await open()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    const ended = vi.fn()
    const sessions = new Sessions(db, ended, BELIEVER)
    const token = await start(db, await addUser(db, 'ada'))
    await db.schema.alterTable('sessions').renameTo('away').execute()
    await sessions.end(token)
    expect(log).toHaveBeenCalledOnce()
    await db.schema.alterTable('away').renameTo('sessions').execute()
    expect(await sessions.find(token)).toBeUndefined()
    expect(await new Sessions(db, undefined, BELIEVER).find(token)).toMatchObject({ userId: 'ada' })
    vi.advanceTimersByTime(1_000)
    vi.useRealTimers()
    await expect.poll(() => new Sessions(db, undefined, BELIEVER).find(token), SOON).toBeUndefined()
    await expect.poll(() => ended.mock.calls, SOON).toEqual([['ada']])
  })

  it('survive jumps of the clock in both directions', async () => {
    const { db } = await open()
    const sessions = new Sessions(db)
    const token = await start(db, await addUser(db, 'ada'))
    pretendNow(Date.now() + 31 * DAY)
    expect(await sessions.find(token)).toMatchObject({ userId: 'ada' })
    await sessions.sweep()
    expect(await sessions.find(token)).toMatchObject({ userId: 'ada' })
    pretendNow(Date.now() - 90 * DAY)
    const later = await start(db, 'ada')
    expect(await sessions.find(later)).toMatchObject({ userId: 'ada' })
    expect(await sessions.find(token)).toMatchObject({ userId: 'ada' })
  })
  it('survive a restart after a use that followed a suspend or a jump of the clock', async () => {
    const { db } = await open()
    const began = Date.now()
    const token = await start(db, await addUser(db, 'ada'))
    const sessions = new Sessions(db)
    // The monotonic clock does not advance during a suspend.
    for (const wake of [10 * DAY, 20 * DAY]) {
      pretendNow(began + wake)
      expect(await sessions.find(token)).toMatchObject({ userId: 'ada' })
      await expect.poll(() => lastUse(db), SOON).toBe(began + wake)
    }
    const restarted = new Sessions(db)
    await restarted.sweep()
    expect(await restarted.find(token)).toMatchObject({ userId: 'ada' })
  })

  it('survive a last use in the future, but not their 30 days', async () => {
    const { db } = await open()
    const began = Date.now()
    const token = await start(db, await addUser(db, 'ada'))
    const sessions = new Sessions(db)
    pretendNow(began + 90 * DAY)
    expect(await sessions.find(token)).toMatchObject({ userId: 'ada' })
    await expect.poll(() => lastUse(db), SOON).toBe(began + 90 * DAY)
    pretendNow(began + HOUR)
    for (const each of [sessions, new Sessions(db)]) {
      await each.sweep()
      expect(await each.find(token)).toMatchObject({ userId: 'ada' })
    }
    pretendNow(began + 30 * DAY + HOUR)
    await new Sessions(db).sweep()
    expect(await new Sessions(db).find(token)).toBeUndefined()
  })
})
