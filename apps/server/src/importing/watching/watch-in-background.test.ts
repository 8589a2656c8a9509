import { expect, it, onTestFinished, vi } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { tryLease } from '../lease.ts'
import { WATCH_LEASE, watchInBackground } from './watch-in-background.ts'

const times = { lookMs: 5, restartMs: 5 }
const SOON = { timeout: 20_000 }

onBothDatabases('watching the folders of music', openDatabase => {
  /** Programs that run until they are stopped or `end` ends them. */
  async function start() {
    const { db } = await openDatabase()
    let wanted: readonly string[] = []
    const events: string[] = []
    let end = () => {}
    const stop = watchInBackground({
      ...{ db, times },
      readFolders: async () => wanted,
      start(folders, onEnd) {
        events.push(`start ${folders.join(' ')}`)
        end = onEnd
        return async () => void events.push('stop')
      },
    })
    onTestFinished(stop)
    return { db, events, want: (folders: readonly string[]) => (wanted = folders), end: () => end(), stop }
  }

  it('begins when it is switched on, follows the folders, and stops when it is switched off', async () => {
    const { db, events, want } = await start()
    want(['/a'])
    await vi.waitFor(() => expect(events).toEqual(['start /a']), SOON)
    expect(await tryLease(db, WATCH_LEASE, '')).toEqual(expect.any(String))
    want(['/a', '/b'])
    await vi.waitFor(() => expect(events).toEqual(['start /a', 'stop', 'start /a /b']), SOON)
    want([])
    await vi.waitFor(() => expect(events.at(-1)).toBe('stop'), SOON)
    await vi.waitFor(async () => {
      expect(await db.selectFrom('leases').selectAll().execute()).toEqual([])
    }, SOON)
  })

  it('starts the program again when it has ended', async () => {
    const { events, want, end } = await start()
    want(['/a'])
    await vi.waitFor(() => expect(events).toEqual(['start /a']), SOON)
    end()
    await vi.waitFor(() => expect(events).toEqual(['start /a', 'stop', 'start /a']), SOON)
  })

  it('is left to another process, and taken over from it', async () => {
    const { db, events, want } = await start()
    const lease = await tryLease(db, WATCH_LEASE, '')
    if (typeof lease === 'string') throw new Error('The lease is taken.')
    want(['/a'])
    await new Promise(resolve => setTimeout(resolve, 20 * times.lookMs))
    expect(events).toEqual([])
    await lease.release()
    await vi.waitFor(() => expect(events).toEqual(['start /a']), SOON)
  })

  it('stops with the service', async () => {
    const { events, want, stop } = await start()
    want(['/a'])
    await vi.waitFor(() => expect(events).toEqual(['start /a']), SOON)
    await stop()
    expect(events).toEqual(['start /a', 'stop'])
  })
})
