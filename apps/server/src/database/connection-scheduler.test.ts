import { expect, it, vi } from 'vitest'
import {
  CONNECTIONS,
  type ConnectionKind,
  ConnectionScheduler,
  queryContext,
} from './connection-scheduler.ts'
import { DatabaseBusyError } from './retry.ts'

type Turn = Promise<() => void>

function start(patienceMs = 60_000) {
  const turns = new ConnectionScheduler(patienceMs)
  const taken: Turn[] = []
  function take(kind: ConnectionKind, operation: string, listener?: string): Turn {
    const user = { operation, ...(listener !== undefined && { listener }) }
    const turn = queryContext.run(user, () => turns.acquire(kind))
    turn.then(
      () => taken.push(turn),
      () => {},
    )
    return turn
  }
  return { turns, take, taken }
}

const settle = () => new Promise(setImmediate)

it('grants one listener two connections at most, one of them for writing, while others go ahead', async () => {
  const { take, taken } = start()
  const first = take('write', 'like', 'ada')
  const second = take('write', 'follow', 'ada')
  const read = take('read', 'browse', 'ada')
  const third = take('read', 'search', 'ada')
  const other = take('write', 'like', 'grace')
  await settle()
  expect(taken).toEqual([first, read, other])
  const giveBack = await first
  giveBack()
  await settle()
  expect(taken).toEqual([first, read, other, second])
  const giveReadBack = await read
  giveReadBack()
  await settle()
  expect(taken).toEqual([first, read, other, second, third])
})

it('leaves connections to other operations when one is slow', async () => {
  const { take, taken } = start()
  for (let n = 0; n < CONNECTIONS.read * 2; n++) void take('read', 'slow', `listener-${n}`)
  await settle()
  expect(taken).toHaveLength(3)
  await take('read', 'quick')
  await take('write', 'slow')
})

it('limits reads and writes separately, and rejects requests that wait too long', async () => {
  const { turns } = start(1)
  const writes = Array.from({ length: CONNECTIONS.write }, () => turns.acquire('write'))
  const held = await Promise.all(writes)
  await expect(turns.acquire('write')).rejects.toThrow(DatabaseBusyError)
  await turns.acquire('read')
  held[0]?.()
  held[0]?.()
  await turns.acquire('write')
  await expect(turns.acquire('write')).rejects.toThrow(DatabaseBusyError)
})

it('grants no connection to a request that has stopped waiting', async () => {
  vi.useFakeTimers()
  try {
    const { turns } = start(1_000)
    const held = await Promise.all(Array.from({ length: CONNECTIONS.write }, () => turns.acquire('write')))
    const late = expect(turns.acquire('write')).rejects.toThrow(DatabaseBusyError)
    await vi.advanceTimersByTimeAsync(1_000)
    await late
    for (const giveBack of held) giveBack()
    await Promise.all(held.map(() => turns.acquire('write')))
  } finally {
    vi.useRealTimers()
  }
})
