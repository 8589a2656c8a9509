import { expect, it, onTestFinished, vi } from 'vitest'
import { type CountStore, UnclearCountError } from '../../sharing/count-store.ts'
import { CountExchange } from './count-exchange.ts'
import { RateLimiter } from './rate-limiter.ts'

/** Counts in memory, as all processes would see them. */
function makeStore() {
  const counts = new Map<string, number>()
  const batches: number[] = []
  let failure: Error | undefined
  const store: CountStore = {
    async add(changes) {
      if (failure && !(failure instanceof UnclearCountError)) throw failure
      batches.push(changes.length)
      const added = changes.map(({ key, add, msLeft }) => {
        counts.set(key, (counts.get(key) ?? 0) + add)
        return { count: counts.get(key) as number, msLeft }
      })
      if (failure) throw failure
      return added
    },
  }
  return {
    store,
    counts,
    batches,
    fail(error: Error | undefined) {
      failure = error
    },
  }
}

/** A limiter as each process has one. */
function startProcess(store: CountStore, limit: number) {
  const exchange = new CountExchange(store)
  onTestFinished(() => exchange.close())
  const limiter = new RateLimiter(limit, { shared: { name: 'calls', exchange } })
  return {
    limiter,
    /** @returns how many of the calls passed */
    call(times: number, key = 'ada'): number {
      const passes = Array.from({ length: times }, () => limiter.consume(key, performance.now()) === 0)
      return passes.filter(Boolean).length
    },
  }
}

function useFakeClock() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
}
const afterExchange = () => vi.advanceTimersByTimeAsync(250)

it('counts alone without other processes', () => {
  const limiter = new RateLimiter(2)
  expect([1, 2, 3].map(() => limiter.consume('ada', 0))).toEqual([0, 0, 60])
  limiter.refund('ada')
  limiter.refund('ada')
  expect(limiter.consume('ada', 30_000)).toBe(0)
  expect(limiter.consume('ada', 60_000)).toBe(0)
})

it('refuses in one process what was counted in another, after the next exchange', async () => {
  useFakeClock()
  const { store } = makeStore()
  const [one, other] = [startProcess(store, 10), startProcess(store, 10)]
  expect(one.call(10)).toBe(10)
  await afterExchange()
  // At most what arrives before the exchange passes beyond the limit.
  expect(other.call(2)).toBe(2)
  await afterExchange()
  expect(other.call(1)).toBe(0)
  await afterExchange()
  expect(one.call(1)).toBe(0)
})

it('exchanges nothing for the many who stay far below the limit, and all the others in one batch', async () => {
  useFakeClock()
  const { store, batches, counts } = makeStore()
  const { call } = startProcess(store, 600)
  for (let n = 0; n < 50; n++) call(29, `listener ${n}`)
  await afterExchange()
  expect(batches).toEqual([])
  for (let n = 0; n < 50; n++) call(1, `listener ${n}`)
  await afterExchange()
  expect(batches).toEqual([50])
  expect([...counts.values()]).toEqual(Array(50).fill(30))
  // No address or id leaves the process.
  expect([...counts.keys()].join(' ')).not.toContain('listener')
})

it('sends a refund to the others', async () => {
  useFakeClock()
  const { store } = makeStore()
  const [one, other] = [startProcess(store, 2), startProcess(store, 2)]
  one.call(2)
  await afterExchange()
  one.limiter.refund('ada')
  await afterExchange()
  expect(other.call(1)).toBe(1)
  await afterExchange()
  expect(other.call(1)).toBe(0)
})

it('counts alone while the store is away, says so once, and adds everything when it is back', async () => {
  useFakeClock()
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const log = vi.spyOn(console, 'log').mockReturnValue()
  onTestFinished(() => {
    warn.mockRestore()
    log.mockRestore()
  })
  const { store, counts, fail } = makeStore()
  fail(new Error('connect ECONNREFUSED'))
  const { call } = startProcess(store, 10)
  expect(call(8)).toBe(8)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(call(4)).toBe(2)
  expect(warn.mock.calls).toEqual([[expect.stringContaining('connect ECONNREFUSED')]])
  fail(undefined)
  await vi.advanceTimersByTimeAsync(1_000)
  expect([...counts.values()]).toEqual([12])
  expect(log).toHaveBeenCalledTimes(1)
})

it('sends nothing twice that a stalled store may have counted, so that nobody is locked out', async () => {
  useFakeClock()
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const log = vi.spyOn(console, 'log').mockReturnValue()
  onTestFinished(() => {
    warn.mockRestore()
    log.mockRestore()
  })
  const { store, counts, fail } = makeStore()
  fail(new UnclearCountError('timed out'))
  const { call } = startProcess(store, 10)
  expect(call(8)).toBe(8)
  await vi.advanceTimersByTimeAsync(5_000)
  fail(undefined)
  expect(call(1)).toBe(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect([...counts.values()]).toEqual([9])
  expect(call(1)).toBe(1)
})
