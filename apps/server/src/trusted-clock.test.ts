import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createToken } from './account/sessions/token.ts'
import { onBothDatabases } from './testing/databases/both-databases.ts'
import { startApp } from './testing/start-app.ts'
import { TrustedClock } from './trusted-clock.ts'

const DAY = 86_400_000
const NOON = Date.UTC(2026, 4, 3, 12)

describe('a trusted clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOON })
    return () => void vi.useRealTimers()
  })

  it('follows the wall clock, also through small corrections', () => {
    const clock = new TrustedClock()
    vi.advanceTimersByTime(5_000)
    expect([clock.earliest(), clock.latest()]).toEqual([NOON + 5_000, NOON + 5_000])
    vi.setSystemTime(NOON + 5_900)
    expect([clock.earliest(), clock.latest()]).toEqual([NOON + 5_900, NOON + 5_900])
  })

  it('does not jump ahead, however often it is read', () => {
    const clock = new TrustedClock()
    vi.setSystemTime(NOON + 14 * DAY)
    expect([clock.earliest(), clock.latest()]).toEqual([NOON, NOON + 14 * DAY])
    vi.advanceTimersByTime(60_000)
    expect([clock.earliest(), clock.latest()]).toEqual([NOON + 60_000, NOON + 14 * DAY + 60_000])
    vi.setSystemTime(NOON + 60_000)
    expect([clock.earliest(), clock.latest()]).toEqual([NOON + 60_000, NOON + 60_000])
  })

  it('knows the time without a step back', () => {
    const clock = new TrustedClock()
    vi.setSystemTime(NOON - DAY)
    vi.advanceTimersByTime(60_000)
    expect([clock.earliest(), clock.latest()]).toEqual([NOON - DAY + 60_000, NOON + 60_000])
  })
})

onBothDatabases('periodic sweeps', openTestDatabase => {
  it('delete only what had expired before the clock jumped', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'], now: NOON })
    onTestFinished(() => void vi.useRealTimers())
    const { db, ...rest } = await openTestDatabase()
    await startApp({ db, ...rest })
    const user = { name: 'Ada', email: 'ada@example.org', folded_email: 'ada@example.org', profile_path: '' }
    await db
      .insertInto('users')
      .values({ ...user, id: 'ada', password_hash: null, google_sub: null, created_at: NOON })
      .execute()
    const add = async (name: string, at: number) => {
      await db
        .insertInto('sessions')
        .values({ token_hash: createToken(), user_id: 'ada', created_at: at, last_used_at: at })
        .execute()
      await db
        .insertInto('devices')
        .values({ id: name, token_hash: name, token: name, created_at: at, seen_at: at })
        .execute()
      await db
        .insertInto('uploads')
        .values({ id: name, user_id: 'ada', bytes: 1, color: '', thumbhash: '', kept_at: at })
        .execute()
    }
    await add('old', NOON - 70 * DAY)
    await add('young', NOON)
    vi.setSystemTime(NOON + 70 * DAY)
    vi.advanceTimersByTime(3_600_000)
    const counts = async () => {
      const rows = await Promise.all([
        db.selectFrom('sessions').select('last_used_at as at').execute(),
        db.selectFrom('devices').select('seen_at as at').execute(),
        db.selectFrom('uploads').select('kept_at as at').execute(),
      ])
      return rows.map(each => each.map(row => row.at))
    }
    await expect.poll(counts, { timeout: 10_000 }).toEqual([[NOON], [NOON], [NOON]])
  })
})
