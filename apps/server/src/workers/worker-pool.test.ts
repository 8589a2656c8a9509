import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { SOON } from '../testing/soon.ts'
import { startProcess } from './start-process.ts'
import { startThread } from './start-thread.ts'
import type { JobLimits } from './supervised-worker.ts'
import type { StartWorker, WorkerEvents } from './worker-handle.ts'
import { WorkerPool } from './worker-pool.ts'

const PROGRAM = new URL('./testing/fake-worker.ts', import.meta.url)
const HEAP_MB = 32

function openPool(
  start: StartWorker,
  limits: JobLimits = {},
  options: { size?: number; idleMs?: number; spareIdleMs?: number } = {},
) {
  const pool = new WorkerPool<string, unknown, string>({ start, limits, size: 1, ...options })
  onTestFinished(() => pool.close())
  return pool
}

const errorOf = (result: Promise<unknown>) => result.then(() => undefined).catch(error => error)

describe.each([
  ['process', startProcess(PROGRAM, { heapMb: HEAP_MB, isSilent: true })],
  ['thread', startThread(PROGRAM, { heapMb: HEAP_MB })],
] as const)('a pool of workers of the kind %s', (kind, start) => {
  it('runs jobs in the same worker, and reports updates before the result', async () => {
    const pool = openPool(start)
    const received: unknown[] = []
    received.push(await pool.run('update', { onUpdate: update => received.push(update) }))
    expect(received).toEqual(['one', 'two', 'done'])
    expect(await pool.run('count')).toBe(2)
  })

  it('fails the job, and keeps the worker, when the program throws', async () => {
    const pool = openPool(start)
    expect(await errorOf(pool.run('fail'))).toMatchObject({ name: 'JobError', fault: { code: 'EODD' } })
    expect(await pool.run('count')).toBe(2)
  })

  it.each([
    ['end', {}, 'crash'],
    ['throw later', {}, 'crash'],
    ['hang', { wholeMs: 50 }, 'time'],
    ['hang', { silenceMs: 50 }, 'silence'],
    // A process reports nothing when its heap is full: it aborts.
    ['eat', {}, kind === 'thread' ? 'memory' : 'crash'],
  ])('fails a job that makes its worker %s, limits %o', async (job, limits, failure) => {
    const pool = openPool(start, limits)
    expect(await errorOf(pool.run(job))).toMatchObject({ name: 'WorkerError', failure })
  })

  it('starts a new worker after a crash', async () => {
    const pool = openPool(start)
    const [crashed, count] = [errorOf(pool.run('end')), pool.run('count')]
    expect(await crashed).toMatchObject({ failure: 'crash' })
    expect(await count).toBe(1)
  })

  it('kills the worker of an aborted job', async () => {
    const pool = openPool(start)
    const caller = new AbortController()
    const aborted = errorOf(pool.run('hang', { signal: caller.signal }))
    const reason = new Error('too late')
    caller.abort(reason)
    expect(await aborted).toBe(reason)
    expect(await pool.run('count')).toBe(1)
  })

  it('fails running, waiting and later jobs when it is closed', async () => {
    const pool = openPool(start)
    const running = errorOf(pool.run('hang'))
    const waiting = errorOf(pool.run('count'))
    await pool.close()
    for (const result of [running, waiting, errorOf(pool.run('count'))]) {
      expect(await result).toMatchObject({ failure: 'closed' })
    }
  })
})

it('blames the start, not the job, when the program cannot be loaded', async () => {
  const missing = new URL('./no-such-program.ts', import.meta.url)
  for (const start of [
    startProcess(missing, { isSilent: true }),
    startThread(missing, { heapMb: HEAP_MB }),
  ]) {
    expect(await errorOf(openPool(start).run('count'))).toMatchObject({ failure: 'start' })
  }
})

it('gives processes that read hostile bytes none of the settings', async () => {
  for (const name of [
    'DATABASE_URL',
    'SMTP_URL',
    'APP_PASSWORD_KEY',
    'S3_SECRET_ACCESS_KEY',
    'BACKUP_PASSPHRASE',
  ])
    vi.stubEnv(name, 'secret')
  onTestFinished(() => void vi.unstubAllEnvs())
  for (const isSmall of [true, false]) {
    const names = await openPool(startProcess(PROGRAM, { isSmall })).run('environment')
    const allowed = [
      'PATH',
      'LD_LIBRARY_PATH',
      'TMPDIR',
      'TEMP',
      'SystemRoot',
      'NODE_COMPILE_CACHE',
      'MALLOC_ARENA_MAX',
    ]
    // Node's own, for the channel between the processes.
    expect(
      (names as string[]).filter(name => !allowed.includes(name) && !name.startsWith('NODE_CHANNEL_')),
    ).toEqual([])
  }
})

describe('with workers that the test controls', () => {
  afterEach(() => void vi.useRealTimers())

  /** Workers that do nothing by themselves. */
  function fakeWorkers() {
    const workers: (WorkerEvents & { jobs: unknown[]; isAlive: boolean })[] = []
    const start: StartWorker = events => {
      const worker = { ...events, jobs: [] as unknown[], isAlive: true }
      workers.push(worker)
      return {
        post: job => worker.jobs.push(job),
        kill: () => {
          worker.isAlive = false
          queueMicrotask(() => worker.onEnd({ signal: 'SIGKILL' }))
        },
        keepAlive: () => {},
      }
    }
    return { workers, start }
  }
  const tick = () => vi.advanceTimersByTimeAsync(0)

  it('runs as many jobs at a time as it has workers', async () => {
    vi.useFakeTimers()
    const { workers, start } = fakeWorkers()
    const pool = openPool(start, {}, { size: 2 })
    const results = ['a', 'b', 'c'].map(job => pool.run(job))
    await tick()
    expect(workers.map(({ jobs }) => jobs)).toEqual([['a'], ['b']])
    expect(pool.jobs).toBe(3)
    workers[1]?.onMessage({ ready: true })
    workers[1]?.onMessage({ result: 1 })
    expect(await results[1]).toBe(1)
    await tick()
    expect(workers.map(({ jobs }) => jobs)).toEqual([['a'], ['b', 'c']])
    await Promise.all([pool.close(), ...results.map(errorOf)])
  })

  it('waits longer before each start while workers do not start', async () => {
    vi.useFakeTimers()
    const { workers, start } = fakeWorkers()
    const pool = openPool(start)
    const startsAfter: number[] = []
    for (let attempt = 0; attempt < 8; attempt++) {
      const result = errorOf(pool.run('count'))
      const before = Date.now()
      while (workers.length <= attempt) await vi.advanceTimersByTimeAsync(50)
      startsAfter.push(Date.now() - before)
      workers.at(-1)?.onEnd({})
      expect(await result).toMatchObject({ failure: 'start' })
    }
    expect(startsAfter.slice(1)).toEqual([50, 100, 200, 400, 800, 1_000, 1_000])
  })

  it('measures the limits of a job from when the worker is ready', async () => {
    vi.useFakeTimers()
    const { workers, start } = fakeWorkers()
    const pool = openPool(start, { startMs: 1_000, wholeMs: 100 })
    const result = errorOf(pool.run('count'))
    await vi.advanceTimersByTimeAsync(900)
    expect(workers[0]?.isAlive).toBe(true)
    workers[0]?.onMessage({ ready: true })
    await vi.advanceTimersByTimeAsync(99)
    expect(workers[0]?.isAlive).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(await result).toMatchObject({ failure: 'time' })
  })

  it.each([
    [{ cpuMs: 101, residentBytes: 0 }, 'cpu'],
    [{ cpuMs: 0, residentBytes: 11 * 1024 * 1024 }, 'memory'],
  ])('kills a worker that reports %o', async (usage, failure) => {
    const { workers, start } = fakeWorkers()
    const result = errorOf(openPool(start, { cpuMs: 100, residentMb: 10 }).run('count'))
    await vi.waitFor(() => expect(workers).toHaveLength(1), SOON)
    workers[0]?.onMessage({ ready: true })
    workers[0]?.onMessage({ usage: { cpuMs: 100, residentBytes: 10 * 1024 * 1024 } })
    expect(workers[0]?.isAlive).toBe(true)
    workers[0]?.onMessage({ usage })
    expect(await result).toMatchObject({ failure })
  })

  it('ends idle workers after a while, and starts a new one for the next job', async () => {
    vi.useFakeTimers()
    const { workers, start } = fakeWorkers()
    const pool = openPool(start, {}, { idleMs: 10_000 })
    for (let n = 0; n < 2; n++) {
      const result = pool.run('count')
      await tick()
      workers[0]?.onMessage({ ready: true })
      workers[0]?.onMessage({ result: n })
      expect(await result).toBe(n)
      await vi.advanceTimersByTimeAsync(9_000)
    }
    expect(workers).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(workers[0]?.isAlive).toBe(false)
    const next = errorOf(pool.run('count'))
    await tick()
    expect(workers).toHaveLength(2)
    await pool.close()
    await next
  })

  it('ends a worker that was started in advance and never used', async () => {
    vi.useFakeTimers()
    const { workers, start } = fakeWorkers()
    const pool = openPool(start, {}, { idleMs: 10_000 })
    pool.warm()
    workers[0]?.onMessage({ ready: true })
    await vi.advanceTimersByTimeAsync(9_000)
    expect(pool.isWarm).toBe(true)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(pool.isWarm).toBe(false)
  })

  it('ends all idle workers but the one that was used last sooner', async () => {
    vi.useFakeTimers()
    const { workers, start } = fakeWorkers()
    const pool = openPool(start, {}, { size: 3, idleMs: 60_000, spareIdleMs: 10_000 })
    const results = [1, 2, 3].map(() => pool.run('count'))
    await tick()
    for (const [n, worker] of workers.entries()) {
      worker.onMessage({ ready: true })
      worker.onMessage({ result: n })
      await vi.advanceTimersByTimeAsync(1_000)
    }
    await Promise.all(results)
    const alive = () => workers.map(({ isAlive }) => isAlive)
    expect(alive()).toEqual([true, true, true])
    await vi.advanceTimersByTimeAsync(8_000)
    expect(alive()).toEqual([false, true, true])
    await vi.advanceTimersByTimeAsync(40_000)
    expect(alive()).toEqual([false, false, true])
    await vi.advanceTimersByTimeAsync(20_000)
    expect(alive()).toEqual([false, false, false])
  })

  it('gives up a worker that the system cannot end', async () => {
    vi.useFakeTimers()
    const started: WorkerEvents[] = []
    const immortal: StartWorker = events => {
      started.push(events)
      return { post: () => {}, kill: () => {}, keepAlive: () => {} }
    }
    const pool = openPool(immortal, { startMs: 100 })
    const results = [errorOf(pool.run('count')), errorOf(pool.run('count'))]
    await vi.advanceTimersByTimeAsync(20_000)
    for (const result of results) expect(await result).toMatchObject({ failure: 'start' })
    expect(started).toHaveLength(2)
    const closed = pool.close()
    await vi.advanceTimersByTimeAsync(10_000)
    await closed
  })

  it('can be closed while an idle worker that the system cannot end takes a job', async () => {
    vi.useFakeTimers()
    const started: WorkerEvents[] = []
    const immortal: StartWorker = events => {
      started.push(events)
      return { post: () => {}, kill: () => {}, keepAlive: () => {} }
    }
    const pool = openPool(immortal)
    const first = pool.run('count')
    await tick()
    started[0]?.onMessage({ ready: true })
    started[0]?.onMessage({ result: 1 })
    await first
    const second = errorOf(pool.run('count'))
    // The pool has chosen the worker, which has not received the job yet.
    await Promise.resolve()
    const closed = pool.close()
    await vi.advanceTimersByTimeAsync(10_000)
    await closed
    expect(await second).toMatchObject({ failure: 'closed' })
  })

  it('prefers workers that have run before over one that was started early', async () => {
    const { workers, start } = fakeWorkers()
    const pool = openPool(start, {}, { size: 2 })
    const first = pool.run('a')
    await vi.waitFor(() => expect(workers).toHaveLength(1), SOON)
    workers[0]?.onMessage({ ready: true })
    workers[0]?.onMessage({ result: 1 })
    await first
    pool.warm()
    pool.warm()
    expect(workers).toHaveLength(2)
    const second = errorOf(pool.run('b'))
    await vi.waitFor(() => expect(workers[0]?.jobs).toEqual(['a', 'b']), SOON)
    await pool.close()
    await second
  })
})
