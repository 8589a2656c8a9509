import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EncodingQueue } from './encoding-queue.ts'

const LEASE_MS = 1_000

/** Encodings that another process has been asked for. */
const readElsewhere = new Set<string>()
let queue: EncodingQueue
/** Encodings that were started, in order. */
let started: string[]
/** How to end those that run. */
let end: Map<string, () => void>

beforeEach(() => {
  vi.useFakeTimers()
  queue = new EncodingQueue(async name => readElsewhere.delete(name), LEASE_MS)
  started = []
  end = new Map()
})
afterEach(() => {
  vi.useRealTimers()
})

/** @returns how it ends */
function run(name: string, caller = name): Promise<string> {
  const encoding = queue.run(name, caller, signal => {
    started.push(name)
    return new Promise((resolve, reject) => {
      end.set(name, resolve)
      signal.addEventListener('abort', () => reject(new Error('aborted')))
    })
  })
  return encoding.then(
    () => 'done',
    error => `${error.statusCode}`,
  )
}

const settle = () => vi.advanceTimersByTimeAsync(0)

it('encodes two tracks at a time, then the one that was asked for last', async () => {
  const all = ['a', 'b', 'c', 'd'].map(name => run(name))
  await settle()
  expect(started).toEqual(['a', 'b'])
  end.get('a')?.()
  await settle()
  expect(started).toEqual(['a', 'b', 'd'])
  for (const name of ['b', 'd']) end.get(name)?.()
  await settle()
  end.get('c')?.()
  expect(await Promise.all(all)).toEqual(['done', 'done', 'done', 'done'])
})

it('stops what nobody has asked for any more, running or not', async () => {
  const [a, b, c] = ['a', 'b', 'c'].map(name => run(name))
  await vi.advanceTimersByTimeAsync(LEASE_MS - 1)
  for (const name of ['a', 'b']) queue.renew(name)
  await vi.advanceTimersByTimeAsync(1)
  expect(await c).toBe('503')
  queue.renew('b')
  await vi.advanceTimersByTimeAsync(LEASE_MS - 1)
  expect(await a).toBe('503')
  expect(started).toEqual(['a', 'b'])
  const again = run('d')
  await settle()
  expect(started).toEqual(['a', 'b', 'd'])
  for (const name of ['b', 'd']) end.get(name)?.()
  expect(await Promise.all([b, again])).toEqual(['done', 'done'])
})

it('refuses more than may wait', async () => {
  const all = Array.from({ length: 2 + 16 }, (_, i) => run(`${i}`))
  await settle()
  expect(await run('too many')).toBe('503')
  queue.close()
  expect(new Set(await Promise.all(all))).toEqual(new Set(['503']))
})

it('lets the earliest of too many that wait for one caller give way, and no others', async () => {
  const others = ['x', 'y', 'z'].map(name => run(name))
  const own = Array.from({ length: 30 }, (_, i) => run(`${i}`, 'ada'))
  await settle()
  expect(started).toEqual(['x', 'y'])
  const outcomes = Promise.all(own)
  const last = run('other')
  for (let ended = 0; ended < 10; ended++) {
    for (const finish of end.values()) finish()
    end.clear()
    await settle()
  }
  expect(await last).toBe('done')
  expect(await Promise.all(others)).toEqual(['done', 'done', 'done'])
  const expected = Array.from({ length: 30 }, (_, i) => (i < 24 ? '503' : 'done'))
  expect(await outcomes).toEqual(expected)
})

it('stops nothing that runs when a caller asks for more', async () => {
  const own = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(name => run(name, 'ada'))
  await settle()
  expect(await own[2]).toBe('503')
  expect(started).toEqual(['a', 'b'])
  end.get('a')?.()
  await settle()
  expect(started).toEqual(['a', 'b', 'g'])
})

it('goes on after a failure', async () => {
  await expect(
    queue.run('a', 'ada', async () => {
      throw new Error('It cannot be encoded.')
    }),
  ).rejects.toThrow('cannot be encoded')
  const next = run('a')
  await settle()
  end.get('a')?.()
  expect(await next).toBe('done')
})

it('goes on as long as another process is asked for it', async () => {
  const encoding = run('a')
  for (let i = 0; i < 3; i++) {
    readElsewhere.add('a')
    await vi.advanceTimersByTimeAsync(LEASE_MS)
  }
  expect(end.has('a')).toBe(true)
  let outcome: string | undefined
  void encoding.then(how => {
    outcome = how
  })
  await settle()
  expect(outcome).toBeUndefined()
  await vi.advanceTimersByTimeAsync(LEASE_MS)
  expect(outcome).toBe('503')
})
