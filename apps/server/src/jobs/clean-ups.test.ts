import { expect, it, onTestFinished } from 'vitest'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { signUp } from '../testing/sign-up.ts'
import { startApp } from '../testing/start-app.ts'
import { CleanUpTime } from './clean-up-time.ts'
import { CleanUps } from './clean-ups.ts'

const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS

onBothDatabases('clean-ups', openDatabase => {
  /** What a service deletes that starts with its clock ahead, after a time since. */
  async function startAhead(aheadMs: number) {
    const open = await openDatabase()
    const app = await startApp(open)
    await signUp(app)
    const startedAt = Date.now() + aheadMs
    let uptime = 0
    const time = new CleanUpTime(open.db, { earliest: () => startedAt + uptime }, () => uptime)
    const readAt = async (ms: number) => {
      uptime = ms
      return time.read()
    }
    return { open, readAt, startedAt }
  }

  it('go by the last use that the database knows, for a day after a start with the clock ahead', async () => {
    const { open, readAt, startedAt } = await startAhead(YEAR_MS)
    const { last_used_at } = await open.db
      .selectFrom('sessions')
      .select('last_used_at')
      .executeTakeFirstOrThrow()
    expect(await readAt(600_000)).toBe(last_used_at + 600_000)
    // Somebody who signs in meanwhile changes nothing.
    await open.db.updateTable('sessions').set({ last_used_at: startedAt }).execute()
    expect(await readAt(DAY_MS - 1)).toBe(last_used_at + DAY_MS - 1)
    expect(await readAt(DAY_MS)).toBe(startedAt + DAY_MS)
  })

  it('go by the clock where it agrees with the last use, or where nobody has signed in yet', async () => {
    const { open, readAt, startedAt } = await startAhead(2 * DAY_MS)
    expect(await readAt(600_000)).toBe(startedAt + 600_000)
    await open.db.deleteFrom('sessions').execute()
    const fresh = new CleanUpTime(open.db, { earliest: () => startedAt + YEAR_MS }, () => 0)
    expect(await fresh.read()).toBe(startedAt + YEAR_MS)
  })

  it('delete by that time', async () => {
    const { open, readAt } = await startAhead(YEAR_MS)
    const cleanUps = new CleanUps(open.db, { read: () => readAt(600_000) } as unknown as CleanUpTime)
    onTestFinished(() => cleanUps.close())
    const deletedBy: number[] = []
    cleanUps.add('everything', async now => deletedBy.push(now))
    await cleanUps.run()
    expect(deletedBy).toHaveLength(1)
    expect(deletedBy[0]).toBeLessThan(Date.now() + DAY_MS)
  })
})
