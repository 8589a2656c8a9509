import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { STOP_TIMEOUT_MS } from '../notifications/outbox/delivery-worker.ts'
import { BACKGROUND_MS, closeInOrder, onStopSignal } from './stop.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal)
})

const never = new Promise<never>(() => {})

/** Says in which order things happened. */
function recorded() {
  const log: string[] = []
  const note = (what: string, until: Promise<unknown> = Promise.resolve()) => {
    log.push(what)
    return until.then(() => log.push(`${what}: done`))
  }
  return { log, note }
}

describe('a graceful stop', () => {
  it('closes the listeners before it waits for anything', async () => {
    const { log, note } = recorded()
    await closeInOrder({
      stopBackground: () => note('background'),
      closeListeners: () => note('listeners'),
      closeDatabase: () => note('database'),
    })
    expect(log[0]).toBe('listeners')
    expect(log.slice(-2)).toEqual(['database', 'database: done'])
  })

  it('waits for background work, but no longer than 3 s', async () => {
    const { log, note } = recorded()
    const stopped = closeInOrder({
      stopBackground: () => note('background', never),
      closeListeners: () => note('listeners'),
      closeDatabase: () => note('database'),
    })
    await vi.advanceTimersByTimeAsync(2_999)
    expect(log).not.toContain('database')
    await vi.advanceTimersByTimeAsync(1)
    await stopped
    expect(log).toContain('database: done')
  })

  it('leaves deliveries in progress time to give up before the database is closed', () => {
    expect(STOP_TIMEOUT_MS).toBeLessThan(BACKGROUND_MS)
  })

  it('closes the database although background work fails to stop', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const { log, note } = recorded()
    await closeInOrder({
      stopBackground: () => Promise.reject(new Error('odd')),
      closeListeners: () => note('listeners'),
      closeDatabase: () => note('database'),
    })
    expect(log).toContain('database: done')
  })
})

describe('a stop signal', () => {
  it('counts once within a second, and ends the process at once after that', () => {
    const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
    const stop = vi.fn()
    onStopSignal(stop)
    process.emit('SIGINT')
    process.emit('SIGINT')
    process.emit('SIGTERM')
    vi.advanceTimersByTime(999)
    process.emit('SIGINT')
    expect([stop.mock.calls.length, exit.mock.calls.length]).toEqual([1, 0])
    vi.advanceTimersByTime(1)
    process.emit('SIGINT')
    expect(exit).toHaveBeenCalledWith(1)
  })
})
