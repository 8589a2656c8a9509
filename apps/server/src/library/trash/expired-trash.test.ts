import { afterEach, expect, it, vi } from 'vitest'
import { CLEAN_UP_INTERVAL_MS } from '../../jobs/clean-ups.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { startApp } from '../../testing/start-app.ts'

const DAY = 86_400_000

onBothDatabases('the trash of a running server', openDatabase => {
  afterEach(() => vi.useRealTimers())

  it('is emptied after 90 days, ignoring jumps of the clock', async () => {
    const open = await openDatabase()
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const start = Date.now()
    await startApp(open)
    await open.db
      .insertInto('forgotten_tracks')
      .values([
        { id: 'old', audio_id: 'old', forgotten_at: start - 91 * DAY },
        { id: 'young', audio_id: 'young', forgotten_at: start - 89 * DAY },
      ])
      .execute()
    vi.setSystemTime(start + 10 * DAY)
    vi.advanceTimersByTime(CLEAN_UP_INTERVAL_MS)
    await vi.waitFor(
      async () => {
        const rows = await open.db.selectFrom('forgotten_tracks').select('id').execute()
        expect(rows).toEqual([{ id: 'young' }])
      },
      { timeout: 20_000 },
    )
  })
})
