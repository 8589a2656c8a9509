import { expect, it } from 'vitest'
import { LogFlusher } from './log-flusher.ts'

/** A log whose flushes end when the test says so. */
function fakeLog() {
  const flushes: PromiseWithResolvers<void>[] = []
  const calls: string[] = []
  return {
    flushes,
    calls,
    flush() {
      calls.push('flush')
      const flush = Promise.withResolvers<void>()
      flushes.push(flush)
      return flush.promise
    },
    async recover() {
      calls.push('recover')
    },
  }
}

const turns = () => new Promise(resolve => setImmediate(resolve))

it('flushes once for all commits that wait, and again for one during a flush', async () => {
  const log = fakeLog()
  const flusher = new LogFlusher(log)
  const first = flusher.flush()
  await turns()
  let isLate = true
  const late = Promise.all([flusher.flush(), flusher.flush()]).then(() => {
    isLate = false
  })
  log.flushes[0]?.resolve()
  await first
  await turns()
  expect(isLate).toBe(true)
  expect(log.calls).toEqual(['flush', 'flush'])
  log.flushes[1]?.resolve()
  await late
})

it('rejects all that wait for a failed flush, and recovers the log before the next', async () => {
  const log = fakeLog()
  const flusher = new LogFlusher(log)
  const failed = Promise.allSettled([flusher.flush(), flusher.flush()])
  await turns()
  log.flushes[0]?.reject(new Error('EIO'))
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const next = flusher.flush()
  await turns()
  log.flushes[1]?.resolve()
  await next
  expect(log.calls).toEqual(['flush', 'recover', 'flush'])
})

it('refuses further writes while the log cannot be recovered', async () => {
  const log = fakeLog()
  let isBusy = true
  const flusher = new LogFlusher({
    ...log,
    async recover() {
      if (isBusy) throw new Error('The database is being written.')
    },
  })
  const failed = flusher.flush()
  await turns()
  log.flushes[0]?.reject(new Error('EIO'))
  await expect(failed).rejects.toThrow('EIO')
  expect(flusher.hasFailed).toBe(true)
  await expect(flusher.flush()).rejects.toThrow('being written')
  isBusy = false
  const next = flusher.flush()
  await turns()
  log.flushes[1]?.resolve()
  await next
  expect(flusher.hasFailed).toBe(false)
})
